import type { Once } from '../http/idempotency';
import type { Precondition } from '../http/precondition';
import { createdAtOf, mintId } from '../model/id';
import { change } from '../table/change';
import { conditional, equals } from '../table/expression';
import { get as getItem } from '../table/get';
import { create as createItem, insert as insertItem } from '../table/insert';
import { type Item, type Key, stringOf } from '../table/item';
import { list as listItems } from '../table/list';
import { listCounted } from '../table/list-counted';
import { partitionOf } from '../table/partition';
import { remove as removeItem } from '../table/remove';
import { pauseToRetry, type Side, THROTTLED, write } from '../table/write';
import { countPost, recount } from './author';
import type { Post, PostInput, PostPatch, PostQuery } from './model';

const keyOf = (id: string): Key => ({ pk: partitionOf('POST', id), sk: id });

const authorOf = ({ userId }: Item) => (typeof userId === 'string' ? userId : undefined);

const toPost = (item: Item): Post => {
  const id = stringOf(item, 'sk');
  const userId = authorOf(item);
  return {
    id,
    title: stringOf(item, 'title'),
    content: stringOf(item, 'content'),
    ...(userId && { userId }),
    createdAt: createdAtOf(id),
    updatedAt: stringOf(item, 'updatedAt'),
  };
};

const answerOf = (item: Item) => ({ body: toPost(item), rev: stringOf(item, 'rev') });

export const list = ({ userId, ...page }: PostQuery, isCounted: boolean) =>
  listCounted(userId ? { userId } : 'POST', { ...page, isCounted }, toPost);

const insertion = (id: string, input: PostInput) => ({
  key: keyOf(id),
  attributes: input,
  sides: recount(undefined, input.userId),
});

export const create = async (input: PostInput, once?: Once) => {
  const { item, isReplay } = await createItem({ ...insertion(mintId(), input), once });
  return { ...answerOf(item), isReplay };
};

export const get = async (id: string) => answerOf(await getItem(keyOf(id)));

export const replace = async (id: string, input: PostInput, precondition: Precondition) => {
  if (precondition.ifNoneMatch === '*') return answerOf(await insertItem(insertion(id, input)));
  const set = { ...input, userId: input.userId };
  const sides = (current: Item) => recount(authorOf(current), input.userId);
  return answerOf(await change({ key: keyOf(id), precondition, set, link: 'userId', sides }));
};

/** `null` in a patch resets: no content is the empty one, no author is none. */
const attributesOf = ({ content, userId, ...rest }: PostPatch): Item => ({
  ...rest,
  ...(content !== undefined && { content: content ?? '' }),
  ...(userId !== undefined && { userId: userId ?? undefined }),
});

export const update = async (id: string, patch: PostPatch, precondition: Precondition) => {
  const set = attributesOf(patch);
  const sides = (current: Item) => ('userId' in set ? recount(authorOf(current), authorOf(set)) : []);
  return answerOf(await change({ key: keyOf(id), precondition, set, isPatch: true, link: 'userId', sides }));
};

export const remove = async (id: string, precondition: Precondition) => {
  const sides = (current: Item) => recount(authorOf(current), undefined);
  return answerOf(await removeItem({ key: keyOf(id), precondition, sides }));
};

/** With the count a transaction of 100 writes, and of 1 MB at most, as a page is: DynamoDB takes 100 writes and 4 MB. */
const MAX_AT_ONCE = 99;

/** How far the deletion of a user's posts has come, and how many posts it deletes at once. */
type Progress = { readonly after?: string; readonly limit?: number };

const removeFrom = (userId: string, id: string): Side => ({
  write: { Delete: { Key: keyOf(id), ...conditional(equals('userId', userId)) } },
  refused: () => undefined,
});

/**
 * Deletes some posts of a user, and counts them out; returns where to go on, if there are more. A post that went or
 * changed its author meanwhile leaves the others where they are, for the next time. A throttled transaction is halved,
 * because a large one may need more units at once than its partition ever has.
 */
export const removeSome = async (userId: string, { after, limit = MAX_AT_ONCE }: Progress) => {
  const page = { limit, order: 'asc', after } as const;
  const { body: ids, next } = await listItems({ userId }, page, ({ sk }) => String(sk));
  if (ids.length > 0) {
    const { write: count } = countPost(userId, -ids.length);
    const removals = ids.map((id) => removeFrom(userId, id));
    const { isThrottled } = await write(count, removals, { isDivisible: ids.length > 1 });
    if (isThrottled && (await pauseToRetry(1, THROTTLED))) return { after, limit: Math.floor(ids.length / 2) };
  }
  return next ? { after: next, limit } : undefined;
};
