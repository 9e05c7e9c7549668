import { join } from 'node:path';
import { entryOf, type Route } from '../../functions/http/route';
import { Post } from '../../functions/posts/model';
import * as routes from '../../functions/routes';
import { equals } from '../../functions/table/expression';
import { User } from '../../functions/users/model';
import { root } from '../../lib/root';
import { childless, claim, release } from './dynamodb/commands';
import { eventOf, invoke } from './event';
import { anonymousPost, anonymousPostBody, storedUser, userBody } from './table';

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
export const posts = withAsk({
  path: '/posts',
  model: Post,
  stored: anonymousPost,
  body: anonymousPostBody,
  input: { title: 'Hello', content: 'World' },
  /** Attributes that a creation writes, and the writes that go with it. */
  attributes: { title: 'Hello', content: 'World' },
  creationWrites: (_: unknown) => [],
  /** A replacement that keeps the link to other items, and a patch with the same effect. */
  replacement: { title: 'New', content: 'World' },
  replaced: { title: 'New', content: 'World', userId: undefined },
  link: equals('userId', undefined),
  patch: { title: 'New' },
  /** Conditions of a removal, and the writes that go with it. */
  removalConditions: [],
  removalWrites: () => [],
});

/** A user, whose creation and removal also write the claim of the address. */
export const users = withAsk({
  path: '/api/v1/users',
  model: User,
  stored: storedUser,
  body: userBody,
  input: { name: 'Ann', email: 'Ann@example.com' },
  attributes: { name: 'Ann', email: 'Ann@example.com' },
  creationWrites: (id: unknown) => [claim('ann@example.com', id)],
  replacement: { name: 'Anna', email: 'Ann@example.com' },
  replaced: { name: 'Anna', email: 'Ann@example.com' },
  link: equals('email', 'Ann@example.com'),
  patch: { name: 'Anna' },
  removalConditions: [childless],
  removalWrites: () => [release('ann@example.com', storedUser.sk)],
});

/** Both resources, for tests of the code that they share. */
export const resources = [posts, users];
