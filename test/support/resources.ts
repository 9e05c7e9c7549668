import { join } from 'node:path';
import { entryOf, type Route } from '../../functions/kit/http/route';
import * as routes from '../../functions/routes';
import { root } from '../../lib/root';
import { eventOf, invoke } from './unit/event';

const handlers = new Map<string, Parameters<typeof invoke>[0]>();
for (const route of Object.values<Route>(routes))
  if (route.actions) handlers.set(route.routeKey, require(join(root, entryOf(route))).handler);

type Parts = NonNullable<Parameters<typeof eventOf>[1]> & { readonly leftMs?: number };

/** Sends a request such as `GET /posts?limit=3` to the handler of its route. */
export const ask = (line: string, { leftMs, ...parts }: Parts = {}) => {
  const [request = '', query = ''] = line.split('?');
  const event = eventOf(request, { query, ...parts });
  const handler = handlers.get(event.routeKey.replace('HEAD', 'GET'));
  if (!handler) throw new Error(`No resource has the route ${event.routeKey}`);
  return invoke(handler, event, leftMs);
};
