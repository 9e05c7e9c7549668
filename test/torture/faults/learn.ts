import { isDeepStrictEqual } from 'node:util';
import { createdAtOf } from '../../../functions/model/id';
import type { Answer } from '../inside';
import type { Effect, Resource, World } from './world';

/** The token is the first word of a name or title. */
export const tokenOf = ({ name, title }: Readonly<Record<string, unknown>>) =>
  String(name ?? title).split(' ', 1)[0] ?? '';

type Seen = { readonly etag?: string; readonly body?: Readonly<Record<string, string>> };

/** The resource with what an answer tells of it; nothing when it tells of something else. */
const see = (resource: Resource, { etag, body }: Seen): Resource | undefined => {
  const isOther = resource.etag === undefined ? resource.past.includes(etag ?? '') : resource.etag !== etag;
  if (etag !== undefined && isOther) return undefined;
  const known = { ...resource, etag: etag ?? resource.etag };
  if (!body) return known;
  const { id = '', createdAt, updatedAt = '', ...members } = body;
  const { id: knownId = id, updatedAt: knownTime = updatedAt, since } = resource;
  if (knownId !== id || createdAt !== createdAtOf(id) || knownTime !== updatedAt || updatedAt < since) return undefined;
  return isDeepStrictEqual(members, resource.members) ? { ...known, id, updatedAt } : undefined;
};

const seeAll = (world: World, tokens: readonly string[], bodies: readonly Record<string, string>[]) => {
  const next = new Map(world);
  for (const token of tokens) {
    const resource = world.get(token);
    const [body, ...others] = bodies.filter((each) => tokenOf(each) === token);
    const seen = resource && body && others.length === 0 && see(resource, { body });
    if (!seen) return undefined;
    next.set(token, seen);
  }
  return bodies.length === tokens.length ? next : undefined;
};

/** The world after this answer, richer by what it tells; nothing when this world would have answered otherwise. */
export const learn = ({ world, status, code, shown, listed, isReplay = false }: Effect, answer: Answer) => {
  const { headers, body } = answer;
  const isReplayed = headers['idempotency-replayed'] === 'true';
  if (answer.status !== status || isReplayed !== isReplay) return undefined;
  if (code !== undefined && body?.code !== code) return undefined;
  if (listed) return seeAll(world, listed, body);
  const resource = shown === undefined ? undefined : world.get(shown);
  if (shown === undefined || !resource) return world;
  const seen = see(resource, { etag: headers.etag, body: status < 300 ? body : undefined });
  return seen && new Map(world).set(shown, seen);
};
