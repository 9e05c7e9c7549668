import { join } from 'node:path';
import { entryOf, type Route } from '../../functions/http/route';
import * as routes from '../../functions/routes';
import { root } from '../../lib/root';
import { eventOf, invoke } from './event';
import { anonymousPost, storedUser } from './table';

type Handler = Parameters<typeof invoke>[0];

const handlers = new Map(
  Object.values<Route>(routes).map((route) => {
    const { handler }: { handler?: Handler } = route.actions ? require(join(root, entryOf(route))) : {};
    return [route.routeKey as string, handler];
  }),
);

type Parts = NonNullable<Parameters<typeof eventOf>[1]> & { readonly leftMs?: number };

/** Sends a request such as `GET /posts?limit=3` to the handler of its route. */
export const ask = (line: string, { leftMs, ...parts }: Parts = {}) => {
  const [request = '', query = ''] = line.split('?');
  const event = eventOf(request, { query, ...parts });
  const handler = handlers.get(event.routeKey.replace('HEAD', 'GET'));
  if (!handler) throw new Error(`No resource has the route ${event.routeKey}`);
  return invoke(handler, event, leftMs);
};

const methods = { list: 'GET', create: 'POST', get: 'GET', replace: 'PUT', update: 'PATCH', remove: 'DELETE' } as const;
type Verb = keyof typeof methods;

type ResourceFixture = { readonly path: string; readonly stored: { readonly sk: string } };

/** Adds `ask`, which sends the request of a verb; the id in the path is that of the stored item or `id`. */
const withAsk = <const F extends ResourceFixture>(fixture: F) => ({
  ...fixture,
  ask: (verb: Verb, { id = fixture.stored.sk, ...parts }: Parts & { readonly id?: string } = {}) =>
    ask(`${methods[verb]} ${fixture.path}${verb === 'list' || verb === 'create' ? '' : `/${id}`}`, parts),
});

/** A post without an author: each of its writes is one of one item. */
export const posts = withAsk({ path: '/posts', stored: anonymousPost });

/** A user, whose creation and removal also write the item that reserves the address. */
export const users = withAsk({ path: '/api/v1/users', stored: storedUser });
