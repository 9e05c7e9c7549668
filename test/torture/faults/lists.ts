import { isDeepStrictEqual } from 'node:util';
import { createdAtMsOf } from '../../../functions/model/id';
import { existing, type KnownResource, type ListRequest, postsOf, type ResourceFields, type World } from './world';

export const normalise = (email = '') => email.normalize('NFC').toLowerCase();

/** Tells whether the time inside an id is in a time range. Only a range excludes ids. */
const isWithin = (request: ListRequest, id: string) => {
  if (request.verb !== 'range') return true;
  const createdMs = createdAtMsOf(id);
  return request.sinceMs <= createdMs && createdMs < request.beforeMs;
};

/** Returns the tokens of the resources that a list must contain; of a list by id, in the order of the ids. */
export const listedTokens = (world: World, request: ListRequest): string[] => {
  if (request.verb === 'postsOf') return postsOf(world, request.userId);
  const tokensOf = (kind: KnownResource['kind'], isListed: (resource: KnownResource) => boolean) =>
    existing(world, kind).flatMap(([token, resource]) => (isListed(resource) ? token : []));
  if (request.verb === 'find') {
    return tokensOf('users', ({ fields }) => normalise(fields?.email) === normalise(request.email));
  }
  if (request.verb === 'range') return tokensOf(request.kind, ({ id }) => id !== undefined && isWithin(request, id));
  return [...new Set(request.ids)].flatMap((known) => tokensOf(request.kind, ({ id }) => id === known));
};

/** A resource in a list, apart from the author that the list shows with a post. */
export type ListedResource = { readonly body: ResourceFields; readonly user?: ResourceFields };

/** Tells whether a list may contain a resource of any client. A world knows only the resources of its own client. */
export const mayBeListed = (world: World, request: ListRequest, { body, user }: ListedResource, isOwn: boolean) => {
  const { id = '', userId } = body;
  if (!isWithin(request, id)) return false;
  // The author of another client's post may have just been deleted.
  if (!user) return !request.isExpanded || !isOwn || !userId;
  const [, author] = existing(world, 'users').find(([, known]) => known.id === userId) ?? [];
  // An author whom the world does not know is shared or of another client, and may have any name.
  const shown = { id: userId, name: author?.fields?.name ?? String(user.name) };
  return request.isExpanded && isDeepStrictEqual(user, shown);
};
