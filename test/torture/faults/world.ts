export type Members = Readonly<Record<string, string>>;

/** What a client knows of a resource of its own. */
export type Resource = {
  readonly kind: 'users' | 'posts';
  /** Nothing while no answer has told it: the creation's was lost. */
  readonly id?: string;
  /** Nothing when it was deleted. */
  readonly members?: Members;
  /** Nothing while no answer has told what the last write made of it, nor `updatedAt`. */
  readonly etag?: string;
  readonly updatedAt?: string;
  /** The ETags that it had before; a write gives it none of them again. */
  readonly past: readonly string[];
  /** The last `updatedAt` before; time never runs backwards. */
  readonly since: string;
};

/** A state that a client's resources may be in, by their tokens. After a lost answer there is more than one. */
export type World = ReadonlyMap<string, Resource>;

export type Patch = Readonly<Record<string, string | null>>;

export type Request =
  | { verb: 'create'; kind: Resource['kind']; token: string; members: Members; key?: string }
  | { verb: 'place'; kind: Resource['kind']; token: string; members: Members; id: string }
  | { verb: 'replace'; token: string; members: Members; ifMatch?: string }
  | { verb: 'patch'; token: string; patch: Patch; ifMatch?: string }
  | { verb: 'remove'; token: string; ifMatch?: string; isForced?: boolean }
  | { verb: 'get'; token: string; ifNoneMatch?: string }
  | { verb: 'find'; email: string }
  | { verb: 'postsOf'; userId: string };

/** How a world answers a request, and what becomes of it. */
export type Effect = {
  readonly world: World;
  readonly status: number;
  readonly code?: string;
  /** The token of what the answer shows, or those of all that a list must have. */
  readonly shown?: string;
  readonly listed?: readonly string[];
  readonly isReplay?: boolean;
};

const normalise = (email = '') => email.normalize('NFC').toLowerCase();

export const present = (world: World, kind: Resource['kind']) =>
  [...world].filter(([, resource]) => resource.kind === kind && resource.members);

export const postsOf = (world: World, userId: string | undefined) =>
  present(world, 'posts')
    .filter(([, { members }]) => members?.userId === userId)
    .map(([token]) => token);

/** Why our data do not allow a resource to become this. */
const refusalOf = (world: World, token: string, { email, userId }: Members, shared: ReadonlySet<string>) => {
  const users = present(world, 'users');
  const isTaken = ([other, { members }]: [string, Resource]) =>
    other !== token && normalise(members?.email) === normalise(email);
  if (email !== undefined && users.some(isTaken)) return { status: 409, code: 'email-taken' };
  const isThere = userId === undefined || shared.has(userId) || users.some(([, { id }]) => id === userId);
  return isThere ? undefined : { status: 422, code: 'unknown-user' };
};

const written = (resource: Resource, members?: Members): Resource => ({
  ...resource,
  members,
  etag: undefined,
  updatedAt: undefined,
  past: resource.etag ? [...resource.past, resource.etag] : resource.past,
  since: resource.updatedAt ?? resource.since,
});

const without = (world: World, tokens: readonly string[]): World => {
  const next = new Map(world);
  for (const token of tokens) {
    const resource = world.get(token);
    // What never got an id that anybody knows is as if it had never been.
    if (resource?.id) next.set(token, written(resource));
    else next.delete(token);
  }
  return next;
};

/** In a merge patch `null` resets: no content is the empty one, no author is none. */
const merge = (members: Members, patch: Patch): Members => {
  const merged = Object.entries({ ...members, ...patch }).map(([name, value]) =>
    name === 'content' ? [name, value ?? ''] : [name, value],
  );
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
};

const isSame = (one: Members, other: Members) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

const nothing: Resource = { kind: 'posts', past: [], since: '' };

/** `shared` are the ids of the users who belong to no client and stay. */
export const effectOf = (world: World, request: Request, shared: ReadonlySet<string>): Effect => {
  if (request.verb === 'find') {
    const isIt = ([, { members }]: [string, Resource]) => normalise(members?.email) === normalise(request.email);
    const listed = present(world, 'users').filter(isIt);
    return { world, status: 200, listed: listed.map(([token]) => token) };
  }
  if (request.verb === 'postsOf') return { world, status: 200, listed: postsOf(world, request.userId) };

  const { token, verb } = request;
  const current = world.get(token);
  const put = (resource: Resource, status: number): Effect => {
    const refusal = refusalOf(world, token, resource.members ?? {}, shared);
    if (refusal) return { world, ...refusal };
    return { world: new Map(world).set(token, resource), status, shown: token };
  };
  if (verb === 'create') {
    if (current && request.key) return { world, status: 201, shown: token, isReplay: true };
    if (current) return { world, status: 409, code: 'email-taken' };
    return put({ ...nothing, kind: request.kind, members: request.members }, 201);
  }
  if (verb === 'place') {
    if (current?.members) return { world, status: 412, code: 'exists', shown: token };
    return put({ ...written(current ?? nothing, request.members), kind: request.kind, id: request.id }, 201);
  }
  if (!current?.members) return { world, status: 404, code: 'not-found' };
  if (verb === 'get') {
    return { world, status: request.ifNoneMatch && request.ifNoneMatch === current.etag ? 304 : 200, shown: token };
  }
  const { ifMatch = '*' } = request;
  if (ifMatch !== '*' && ifMatch !== current.etag) return { world, status: 412, code: 'stale', shown: token };
  if (verb === 'remove') {
    const posts = current.kind === 'users' ? postsOf(world, current.id) : [];
    if (posts.length > 0 && !request.isForced) return { world, status: 409, code: 'user-has-posts' };
    return { world: without(world, [...posts, token]), status: 204 };
  }
  const next = verb === 'patch' ? merge(current.members, request.patch) : request.members;
  if (verb === 'patch' && isSame(current.members, next)) return { world, status: 200, shown: token };
  return put(written(current, next), 200);
};

/** Every world that a request may have left behind whose answer was lost. */
export const leftBy = (world: World, request: Request, shared: ReadonlySet<string>): World[] => {
  const effect = effectOf(world, request, shared);
  if (effect.world === world) return [world];
  if (request.verb !== 'remove' || !request.isForced) return [world, effect.world];
  // The posts go first, one or the other, and the user when none is left.
  const posts = postsOf(world, world.get(request.token)?.id);
  let some = [world];
  for (const post of posts) some = some.flatMap((each) => [each, without(each, [post])]);
  return [...some, effect.world];
};
