import * as jobs from '../../functions/jobs';
import { entryOf, type Route } from '../../functions/kit/http/route';
import type { Job } from '../../functions/kit/needs';
import * as routes from '../../functions/routes';
import { readText as read, sourcesIn } from '../support/sources';

describe('the route table', () => {
  const entries = [...Object.values<Route>(routes).map(entryOf), ...Object.values<Job>(jobs).map(({ entry }) => entry)];

  test('names every handler that there is, together with the jobs', () => {
    const handlers = sourcesIn('functions').filter((file) => /^export const handler\b/m.test(read(file)));
    expect(handlers.sort()).toEqual(entries.sort());
  });
});
