import type { IdempotencyKey } from '../http/idempotency';
import { checkPrecondition, type Precondition } from '../http/precondition';
import { notFound, Problem, unavailable } from '../http/problem';
import { MIN_REMOVAL_MS, msLeft } from '../lambda/deadline';
import { createdAtOf, mintId } from '../model/id';
import { change } from '../table/change';
import { all, equals, meets, present, updating } from '../table/expression';
import { find, get as getItem } from '../table/get';
import { create as createItem, insert as insertItem } from '../table/insert';
import { type ItemKey, parseItems, stringOf, type TableItem } from '../table/item';
import { listCounted } from '../table/list-counted';
import { partitionOf } from '../table/partition';
import { remove as removeItem } from '../table/remove';
import { pauseToRetry, write } from '../table/write';
import { claim, claimKeyOf, isSameEmail, moveClaim, release } from './claim';
import type { User, UserInput, UserPatch, UserQuery } from './model';

const keyOf = (id: string): ItemKey => ({ pk: partitionOf('USER', id), sk: id });

const toUser = (item: TableItem): User => ({
  id: stringOf(item, 'sk'),
  name: stringOf(item, 'name'),
  email: stringOf(item, 'email'),
  createdAt: createdAtOf(stringOf(item, 'sk')),
  updatedAt: stringOf(item, 'updatedAt'),
});

const resultOf = (item: TableItem) => ({ body: toUser(item), rev: stringOf(item, 'rev') });

/** Reads the claim of an address, and the user that it belongs to. Returns no user or one. */
const claimantsOf = async (email: string): Promise<TableItem[]> => {
  const found = await find(claimKeyOf(email));
  const user = typeof found?.ownerId === 'string' && (await find(keyOf(found.ownerId)));
  return user ? [user] : [];
};

/** Finds the user with an address. Compares the address again, because it can change between the two reads. */
const findByEmail = async (email: string) => {
  const users = parseItems(await claimantsOf(email), toUser);
  return users.filter((user) => isSameEmail(user.email, email));
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
  extraWrites: [claim(input.email, id)],
});

export const create = async (input: UserInput, idempotencyKey?: IdempotencyKey) => {
  const { item, isReplay } = await createItem({ ...insertion(mintId(), input), idempotencyKey });
  return { ...resultOf(item), isReplay };
};

export const get = async (id: string) => resultOf(await getItem(keyOf(id)));

export const replace = async (id: string, input: UserInput, precondition: Precondition) => {
  if (precondition.ifNoneMatch === '*') return resultOf(await insertItem(insertion(id, input)));
  const extraWrites = moveClaim(id, input.email);
  const key = keyOf(id);
  return resultOf(await change({ key, precondition, set: input, linkedAttribute: 'email', extraWrites }));
};

export const update = async (id: string, patch: UserPatch, precondition: Precondition) => {
  const extraWrites = moveClaim(id, patch.email);
  const wanted = { key: keyOf(id), precondition, set: patch, isPatch: true };
  return resultOf(await change({ ...wanted, linkedAttribute: 'email', extraWrites }));
};

/** Refuses to delete a user who still has posts. Without this, a post could name a user who does not exist. */
const guardPosts = (id: string) => (current: TableItem) => {
  if (current.postCount === 0) return [equals('postCount', 0)];
  const detail = 'The user still has posts; delete them first, or with the user by ?force=true.';
  throw new Problem(409, 'user-has-posts', detail, { headers: { link: `</posts?userId=${id}>; rel="related"` } });
};

export const remove = async (id: string, precondition: Precondition) => {
  const extraWrites = (current: TableItem) => [release(stringOf(current, 'email'), id)];
  return resultOf(await removeItem({ key: keyOf(id), precondition, guard: guardPosts(id), extraWrites }));
};

/** Time for which a deletion by force keeps the user closed. Each repetition of the request starts this time again. */
const CLOSED_MS = 5 * 60_000;

/** Closes a user to new posts during a deletion by force. Keeps `rev`, so that a repetition can send the same ETag. */
const close = async (id: string, precondition: Precondition): Promise<TableItem> => {
  const closedUntil = new Date(Date.now() + CLOSED_MS).toISOString();
  const closing = updating({ closedUntil }, all(present, ...meets(precondition)));
  const { ok, item, mayBeApplied } = await write({ Update: { Key: keyOf(id), ...closing } });
  if (mayBeApplied) throw unavailable();
  if (!item) throw notFound();
  if (!ok) checkPrecondition(precondition, stringOf(item, 'rev'));
  return item;
};

type Batch = { readonly after?: string; readonly limit?: number };
/** Deletes a batch of posts. Returns the next batch, or undefined after the last one. */
type RemoveBatch = (userId: string, batch: Batch) => Promise<Batch | undefined>;

const unfinished = () => unavailable('Some posts of the user are still there; repeat the request to go on.');

/** Deletes the posts of a user first and the user last. */
export const removeWithPosts = async (removeBatch: RemoveBatch, id: string, precondition: Precondition) => {
  let user = await close(id, precondition);
  for (let tries = 1; user.postCount !== 0; tries++) {
    // Pauses before another round. Posts can be left that the index did not show yet, or that another request changed.
    if (tries > 1 && !(await pauseToRetry(tries))) throw unfinished();
    for (let batch: Batch | undefined = {}; batch; batch = await removeBatch(id, batch)) {
      if (msLeft() < MIN_REMOVAL_MS) throw unfinished();
    }
    user = await getItem(keyOf(id));
  }
  return remove(id, {});
};
