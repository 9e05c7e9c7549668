import { join } from 'node:path';
import type { Route } from '../../functions/kit/http/route';
import * as routes from '../../functions/routes';
import { handlerSourceOf } from '../../lib/build/handlers';
import { root } from '../../lib/root';
import { eventOf, invoke } from './unit/event';

type Handler = Parameters<typeof invoke>[0];
type Parts = NonNullable<Parameters<typeof eventOf>[1]> & { readonly leftMs?: number };

/** Makes the function that sends a request such as `GET /orders?limit=3` to the handler of its route. */
export const askerOf =
  (handlers: Readonly<Record<string, Handler>>) =>
  (line: string, { leftMs, ...parts }: Parts = {}) => {
    const [request = '', query = ''] = line.split('?');
    const event = eventOf(request, { query, ...parts });
    const handler = handlers[event.routeKey.replace('HEAD', 'GET')];
    if (!handler) throw new Error(`No resource has the route ${event.routeKey}`);
    return invoke(handler, event, leftMs);
  };

/** Loads the handler of a route. */
export const loadHandler = (route: Route): Handler => {
  const [name = ''] = Object.entries<Route>(routes).find(([, { routeKey }]) => routeKey === route.routeKey) ?? [];
  const { file, exported } = handlerSourceOf(name, route);
  return require(join(root, file))[exported];
};

const usingTable = Object.values<Route>(routes).filter(({ actions }) => actions);

/** Sends a request to the handler of a resource. */
export const ask = askerOf(Object.fromEntries(usingTable.map((route) => [route.routeKey, loadHandler(route)])));
