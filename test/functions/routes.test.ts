import { entryOf, type Route } from '../../functions/kit/http/route';
import * as routes from '../../functions/routes';
import { readText as read, sourcesIn } from '../support/sources';

describe('the route table', () => {
  const rows = Object.entries<Route>(routes);

  test('names every handler that there is', () => {
    const handlers = sourcesIn('functions').filter((file) => /^export const handler\b/m.test(read(file)));
    expect(handlers.sort()).toEqual(rows.map(([, route]) => entryOf(route)).sort());
  });
});
