import { createdAtMsOf, mintId } from '../../../functions/model/id';
import type { Random } from '../random';
import {
  existing,
  type KnownResource,
  type PatchFields,
  postsOf,
  type ResourceFields,
  type World,
  type WorldRequest,
} from './world';

type MixOptions = {
  readonly random: Random;
  /** Name of the client. Each token of the client is this name and a number. `World` explains tokens. */
  readonly name: string;
  /** The ids of the users whom all clients use. */
  readonly shared: readonly string[];
};

const MAX_USERS = 6;
const MAX_POSTS = 16;

/**
 * Creates a function that chooses the next request of a client. The requests use all operations on users and posts.
 * They write to resources of the client only. Values are new, except where a patch repeats or resets a field.
 */
export const createMix = ({ random, name, shared }: MixOptions) => {
  let count = 0;
  const pickOne = <T>(items: readonly T[]): T | undefined => items[random.below(items.length)];
  const word = () => `v${++count}`;
  const email = (token: string) => random.pick([`${token}.${word()}@example.com`, `${token}.É${word()}@Example.COM`]);

  const userFields = (token: string): ResourceFields => ({ name: `${token} ${word()}`, email: email(token) });
  const postFields = (token: string, userId: string | undefined): ResourceFields => ({
    title: `${token} ${word()}`,
    content: word(),
    ...(userId && { userId }),
  });
  const ownUser = (world: World) => pickOne(existing(world, 'users').flatMap(([, { id }]) => id ?? []));
  /** Chooses a user of the client, a shared user, no user, or a user who does not exist. */
  const pickAuthor = (world: World) =>
    pickOne([ownUser(world), ownUser(world), pickOne(shared), undefined, random.chance(0.2) ? mintId() : undefined]);

  const createUser = (): WorldRequest => {
    const token = `${name}-${++count}`;
    return { verb: 'create', kind: 'users', token, fields: userFields(token), key: keyOf(token, 0.5) };
  };
  const keyOf = (token: string, share: number) => (random.chance(share) ? `key-${token}` : undefined);
  const createPost = (world: World): WorldRequest => {
    const token = `${name}-${++count}`;
    const userId = pickAuthor(world);
    // A post of a shared user always gets an idempotency key. After a lost response the client repeats the request with
    // this key, because it cannot find the post among the many posts of the user.
    const share = userId && shared.includes(userId) ? 1 : 0.5;
    return { verb: 'create', kind: 'posts', token, fields: postFields(token, userId), key: keyOf(token, share) };
  };
  const place = (world: World, [token, resource]: [string, Partial<KnownResource>]): WorldRequest => {
    const { kind = random.pick(['users', 'posts']), id = mintId() } = resource;
    const fields = kind === 'users' ? userFields(token) : postFields(token, pickAuthor(world));
    return { verb: 'place', kind, token, fields, id };
  };
  const patchOf = (world: World, [token, { kind, fields }]: [string, KnownResource]): PatchFields => {
    if (kind === 'users') {
      const same = { email: fields?.email?.toUpperCase() ?? email(token) };
      return random.pick<PatchFields>([{ name: `${token} ${word()}` }, { email: email(token) }, same, { ...fields }]);
    }
    const newAuthor = { userId: ownUser(world) ?? null };
    return random.pick<PatchFields>([
      { title: `${token} ${word()}` },
      { content: random.pick([word(), null]) },
      { title: `${token} ${word()}`, ...newAuthor },
      random.pick([newAuthor, { userId: null }]),
      { ...fields },
    ]);
  };
  /** Chooses a value for `If-Match`: none, `*`, the current ETag or an earlier ETag. */
  const pickIfMatch = ({ etag, pastEtags }: KnownResource) =>
    pickOne([undefined, undefined, '*', etag, etag, pickOne(pastEtags)]);

  const change = (world: World, entry: [string, KnownResource]): WorldRequest => {
    const [token, resource] = entry;
    // Four of five requests to a known resource are a GET.
    if (random.chance(0.8)) return { verb: 'get', token, ifNoneMatch: random.chance(0.3) ? resource.etag : undefined };
    const shares = 20 + random.below(80);
    if (shares < 45) return { verb: 'patch', token, patch: patchOf(world, entry), ifMatch: pickIfMatch(resource) };
    if (shares < 70) {
      const fields = resource.kind === 'users' ? userFields(token) : postFields(token, pickAuthor(world));
      return { verb: 'replace', token, fields, ifMatch: pickIfMatch(resource) };
    }
    if (shares < 75) return place(world, entry);
    if (shares < 80 && resource.kind === 'users')
      return { verb: 'find', email: resource.fields?.email ?? email(token) };
    if (shares < 85 && resource.kind === 'users' && resource.id) {
      return { verb: 'postsOf', userId: resource.id, isExpanded: random.chance(0.5) };
    }
    // Deletes by force only users with few posts, because after a lost response each post doubles the possible worlds.
    const isForced = resource.kind === 'users' && postsOf(world, resource.id).length < 5 && random.chance(0.6);
    return { verb: 'remove', token, ifMatch: pickIfMatch(resource), isForced };
  };

  /** Reads some resources by id, or the resources of a time range. Some of the ids are of other resources. */
  const readList = (ids: readonly [string, ...string[]]): WorldRequest => {
    const kind = random.pick(['users', 'posts'] as const);
    const isExpanded = kind === 'posts' && random.chance(0.7);
    if (random.chance(0.6)) {
      const asked = Array.from({ length: 1 + random.below(12) }, () => random.pick(ids));
      return { verb: 'byId', kind, ids: random.chance(0.3) ? [...asked, mintId()] : asked, isExpanded };
    }
    const sinceMs = createdAtMsOf(random.pick(ids)) - random.pick([0, 1, random.below(300)]);
    return { verb: 'range', kind, sinceMs, beforeMs: sinceMs + 1 + random.pick([0, random.below(300)]), isExpanded };
  };

  return (world: World): WorldRequest => {
    const users = existing(world, 'users').length;
    if (users < 2 || (users < MAX_USERS && random.chance(0.1))) return createUser();
    if (existing(world, 'posts').length < MAX_POSTS && random.chance(0.25)) return createPost(world);
    if (random.chance(0.05)) return place(world, [`${name}-${++count}`, {}]);
    const [firstId, ...otherIds] = [...world.values()].flatMap(({ id }) => id ?? []);
    if (firstId && random.chance(0.1)) return readList([firstId, ...otherIds]);
    // Few requests name a deleted resource, because the outcome of such a write stays unknown after a fault (503).
    const wantsDeleted = random.chance(0.02);
    const entry = pickOne([...world].filter(([, { id, fields }]) => id && wantsDeleted === !fields));
    return entry ? change(world, entry) : createUser();
  };
};
