import { listedTokens, normalise } from './lists';
import {
  existing,
  type KnownResource,
  type PatchFields,
  type Prediction,
  postsOf,
  type ResourceFields,
  type World,
  type WorldRequest,
} from './world';

/** Returns the problem of a write that the other resources do not allow. */
const refusalOf = (world: World, token: string, { email, userId }: ResourceFields, shared: ReadonlySet<string>) => {
  const users = existing(world, 'users');
  const isTaken = ([other, { fields }]: [string, KnownResource]) =>
    other !== token && normalise(fields?.email) === normalise(email);
  if (email !== undefined && users.some(isTaken)) return { status: 409, code: 'email-taken' };
  const hasAuthor = userId === undefined || shared.has(userId) || users.some(([, { id }]) => id === userId);
  return hasAuthor ? undefined : { status: 422, code: 'unknown-user' };
};

const afterWrite = (resource: KnownResource, fields?: ResourceFields): KnownResource => ({
  ...resource,
  fields,
  etag: undefined,
  updatedAt: undefined,
  pastEtags: resource.etag ? [...resource.pastEtags, resource.etag] : resource.pastEtags,
  minUpdatedAt: resource.updatedAt ?? resource.minUpdatedAt,
});

export const removeAll = (world: World, tokens: readonly string[]): World => {
  const next = new Map(world);
  for (const token of tokens) {
    const resource = world.get(token);
    // A resource without a known id is dropped, because no later request can name the resource.
    if (resource?.id) next.set(token, afterWrite(resource));
    else next.delete(token);
  }
  return next;
};

/** Applies a merge patch. `null` resets a field: `content` becomes empty, and `userId` is removed. */
const merge = (fields: ResourceFields, patch: PatchFields): ResourceFields => {
  const merged = Object.entries({ ...fields, ...patch }).map(([name, value]) =>
    name === 'content' ? [name, value ?? ''] : [name, value],
  );
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
};

const isSame = (one: ResourceFields, other: ResourceFields) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

const newResource: KnownResource = { kind: 'posts', pastEtags: [], minUpdatedAt: '' };

/** Predicts the response to a request in a world. `shared` has the ids of the users whom all clients use. */
export const predict = (world: World, request: WorldRequest, shared: ReadonlySet<string>): Prediction => {
  if (!('token' in request)) return { world, status: 200, listed: listedTokens(world, request) };

  const { token, verb } = request;
  const current = world.get(token);
  const put = (resource: KnownResource, status: number): Prediction => {
    const refusal = refusalOf(world, token, resource.fields ?? {}, shared);
    if (refusal) return { world, ...refusal };
    return { world: new Map(world).set(token, resource), status, shown: token };
  };
  if (verb === 'create') {
    if (current && request.key) return { world, status: 201, shown: token, isReplay: true };
    if (current) return { world, status: 409, code: 'email-taken' };
    return put({ ...newResource, kind: request.kind, fields: request.fields }, 201);
  }
  if (verb === 'place') {
    if (current?.fields) return { world, status: 412, code: 'exists', shown: token };
    return put({ ...afterWrite(current ?? newResource, request.fields), kind: request.kind, id: request.id }, 201);
  }
  if (!current?.fields) return { world, status: 404, code: 'not-found' };
  if (verb === 'get') {
    return { world, status: request.ifNoneMatch && request.ifNoneMatch === current.etag ? 304 : 200, shown: token };
  }
  const { ifMatch = '*' } = request;
  if (ifMatch !== '*' && ifMatch !== current.etag) return { world, status: 412, code: 'stale', shown: token };
  if (verb === 'remove') {
    const posts = current.kind === 'users' ? postsOf(world, current.id) : [];
    if (posts.length > 0 && !request.isForced) return { world, status: 409, code: 'user-has-posts' };
    return { world: removeAll(world, [...posts, token]), status: 204 };
  }
  const next = verb === 'patch' ? merge(current.fields, request.patch) : request.fields;
  if (verb === 'patch' && isSame(current.fields, next)) return { world, status: 200, shown: token };
  return put(afterWrite(current, next), 200);
};
