import type { Once } from '../http/idempotency';
import { checkPrecondition, type Precondition } from '../http/precondition';
import { notFound, Problem, unavailable } from '../http/problem';
import { MIN_REMOVAL_MS, msLeft } from '../lambda/deadline';
import { createdAtOf, mintId } from '../model/id';
import { change } from '../table/change';
import { all, equals, meets, present, updating } from '../table/expression';
import { find, get as getItem } from '../table/get';
import { create as createItem, insert as insertItem } from '../table/insert';
import { type Item, type Key, readable, stringOf } from '../table/item';
import { listCounted } from '../table/list-counted';
import { partitionOf } from '../table/partition';
import { remove as removeItem } from '../table/remove';
import { pauseToRetry, write } from '../table/write';
import { claim, claimKeyOf, isSame, moveClaim, release } from './claim';
import type { User, UserInput, UserPatch, UserQuery } from './model';

const keyOf = (id: string): Key => ({ pk: partitionOf('USER', id), sk: id });

const toUser = (item: Item): User => ({
  id: stringOf(item, 'sk'),
  name: stringOf(item, 'name'),
  email: stringOf(item, 'email'),
  createdAt: createdAtOf(stringOf(item, 'sk')),
  updatedAt: stringOf(item, 'updatedAt'),
});

const answerOf = (item: Item) => ({ body: toUser(item), rev: stringOf(item, 'rev') });

const ownersOf = async (email: string): Promise<Item[]> => {
  const owned = await find(claimKeyOf(email));
  const user = typeof owned?.ownerId === 'string' && (await find(keyOf(owned.ownerId)));
  return user ? [user] : [];
};

/** Both reads are of one moment each: between them the user may have changed the address. */
const findByEmail = async (email: string) => {
  const users = readable(await ownersOf(email), toUser);
  return users.filter((user) => isSame(user.email, email));
};

export const list = async ({ email, ...page }: UserQuery, isCounted: boolean) => {
  if (email !== undefined) {
    const found = await findByEmail(email);
    const isBehind = ({ id }: User) => !page.after || (page.order === 'asc' ? id > page.after : id < page.after);
    return { body: found.filter(isBehind), total: isCounted ? found.length : undefined };
  }
  return listCounted('USER', { ...page, isCounted }, toUser);
};

const insertion = (id: string, input: UserInput) => ({
  key: keyOf(id),
  attributes: { ...input, postCount: 0 },
  sides: [claim(input.email, id)],
});

export const create = async (input: UserInput, once?: Once) => {
  const { item, isReplay } = await createItem({ ...insertion(mintId(), input), once });
  return { ...answerOf(item), isReplay };
};

export const get = async (id: string) => answerOf(await getItem(keyOf(id)));

export const replace = async (id: string, input: UserInput, precondition: Precondition) => {
  if (precondition.ifNoneMatch === '*') return answerOf(await insertItem(insertion(id, input)));
  const sides = moveClaim(id, input.email);
  return answerOf(await change({ key: keyOf(id), precondition, set: input, link: 'email', sides }));
};

export const update = async (id: string, patch: UserPatch, precondition: Precondition) => {
  const sides = moveClaim(id, patch.email);
  return answerOf(await change({ key: keyOf(id), precondition, set: patch, isPatch: true, link: 'email', sides }));
};

/** A user who still has posts stays, and so no post can name one who is gone. */
const guardPosts = (id: string) => (current: Item) => {
  if (current.postCount === 0) return [equals('postCount', 0)];
  const detail = 'The user still has posts; delete them first, or with the user by ?force=true.';
  throw new Problem(409, 'user-has-posts', detail, { headers: { link: `</posts?userId=${id}>; rel="related"` } });
};

export const remove = async (id: string, precondition: Precondition) => {
  const sides = (current: Item) => [release(stringOf(current, 'email'), id)];
  return answerOf(await removeItem({ key: keyOf(id), precondition, guard: guardPosts(id), sides }));
};

/** Time from the latest repetition of a deletion by force until the deletion is forgotten. */
const CLOSED_MS = 5 * 60_000;

/** Keeps new posts out while a deletion by force is under way. The revision stays, so that the request can be repeated. */
const close = async (id: string, precondition: Precondition): Promise<Item> => {
  const closedUntil = new Date(Date.now() + CLOSED_MS).toISOString();
  const closing = updating({ closedUntil }, all(present, ...meets(precondition)));
  const { ok, item, retried } = await write({ Update: { Key: keyOf(id), ...closing } });
  if (retried) throw unavailable();
  if (!item) throw notFound();
  if (!ok) checkPrecondition(precondition, stringOf(item, 'rev'));
  return item;
};

type Progress = { readonly after?: string; readonly limit?: number };
/** Deletes some posts of a user; returns where to go on, if there are more. */
type RemovePosts = (userId: string, from: Progress) => Promise<Progress | undefined>;

const unfinished = () => unavailable('Some posts of the user are still there; repeat the request to go on.');

/** Deletes the posts first and the user last. */
export const removeWith = async (removePosts: RemovePosts, id: string, precondition: Precondition) => {
  let user = await close(id, precondition);
  for (let tries = 1; user.postCount !== 0; tries++) {
    // Posts may be left that the index does not show yet, or that somebody else was at.
    if (tries > 1 && !(await pauseToRetry(tries))) throw unfinished();
    for (let rest: Progress | undefined = {}; rest; rest = await removePosts(id, rest)) {
      if (msLeft() < MIN_REMOVAL_MS) throw unfinished();
    }
    user = await getItem(keyOf(id));
  }
  return remove(id, {});
};
