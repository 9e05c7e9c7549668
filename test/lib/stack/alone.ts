import type { Route } from '../../../functions/kit/http/route';
import * as serviceRoutes from '../../../functions/routes';
import type { RouteTable } from '../../../lib/build/entries';

/**
 * Parts of a stack without jobs and lib/own.ts, and with routes that need nothing of lib/own.ts. A test of what the kit itself
 * makes is then true in each project.
 */
export const alone = (routes: RouteTable = serviceRoutes) => {
  const withoutOwn = Object.entries(routes).map(([name, { grants: _, environment: __, ...route }]): [string, Route] => [
    name,
    route,
  ]);
  return { routes: Object.fromEntries(withoutOwn), jobs: {}, own: () => ({}) };
};
