import * as jobs from '../../functions/jobs';
import type { Route } from '../../functions/kit/http/route';
import type { Job } from '../../functions/kit/needs';
import * as routes from '../../functions/routes';
import { handlerSourceOf } from '../../lib/build/handlers';
import { readText as read, sourcesIn } from '../support/sources';

test('the route table names every handler that there is, together with the jobs', () => {
  const declared = Object.entries<Route | Job>({ ...routes, ...jobs });
  const named = declared.map(([name, each]) => Object.values(handlerSourceOf(name, each)).join(' '));
  const handlers = sourcesIn('functions').flatMap((file) =>
    [...read(file).matchAll(/^export const (handler\b|\w+(?= = handle))/gm)].map(
      ([, exported]) => `${file} ${exported}`,
    ),
  );
  expect(handlers.sort()).toEqual(named.sort());
});
