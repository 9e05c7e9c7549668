import type { IdempotencyKey } from '../http/idempotency';
import type { Precondition } from '../http/precondition';
import { createdAtOf, mintId } from '../model/id';
import { change } from '../table/change';
import { conditional, equals } from '../table/expression';
import { get as getItem } from '../table/get';
import { create as createItem, insert as insertItem } from '../table/insert';
import { type ItemKey, stringOf, type TableItem } from '../table/item';
import { list as listItems } from '../table/list';
import { listCounted } from '../table/list-counted';
import { partitionOf } from '../table/partition';
import { remove as removeItem } from '../table/remove';
import { type ExtraWrite, pauseToRetry, THROTTLED, write } from '../table/write';
import { countPosts, moveCount } from './author';
import type { Post, PostInput, PostPatch, PostQuery } from './model';

const keyOf = (id: string): ItemKey => ({ pk: partitionOf('POST', id), sk: id });

const authorOf = ({ userId }: TableItem) => (typeof userId === 'string' ? userId : undefined);

const toPost = (item: TableItem): Post => {
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

const resultOf = (item: TableItem) => ({ body: toPost(item), rev: stringOf(item, 'rev') });

export const list = ({ userId, ...page }: PostQuery, isCounted: boolean) =>
  listCounted(userId ? { userId } : 'POST', { ...page, isCounted }, toPost);

const insertion = (id: string, input: PostInput) => ({
  key: keyOf(id),
  attributes: input,
  extraWrites: moveCount(undefined, input.userId),
});

export const create = async (input: PostInput, idempotencyKey?: IdempotencyKey) => {
  const { item, isReplay } = await createItem({ ...insertion(mintId(), input), idempotencyKey });
  return { ...resultOf(item), isReplay };
};

export const get = async (id: string) => resultOf(await getItem(keyOf(id)));

export const replace = async (id: string, input: PostInput, precondition: Precondition) => {
  if (precondition.ifNoneMatch === '*') return resultOf(await insertItem(insertion(id, input)));
  const set = { ...input, userId: input.userId };
  const extraWrites = (current: TableItem) => moveCount(authorOf(current), input.userId);
  return resultOf(await change({ key: keyOf(id), precondition, set, linkedAttribute: 'userId', extraWrites }));
};

/** Converts a patch into attributes. `null` resets a field: the content becomes empty, and the author is removed. */
const attributesOf = ({ content, userId, ...rest }: PostPatch): TableItem => ({
  ...rest,
  ...(content !== undefined && { content: content ?? '' }),
  ...(userId !== undefined && { userId: userId ?? undefined }),
});

export const update = async (id: string, patch: PostPatch, precondition: Precondition) => {
  const set = attributesOf(patch);
  const extraWrites = (current: TableItem) => ('userId' in set ? moveCount(authorOf(current), authorOf(set)) : []);
  const key = keyOf(id);
  return resultOf(await change({ key, precondition, set, isPatch: true, linkedAttribute: 'userId', extraWrites }));
};

export const remove = async (id: string, precondition: Precondition) => {
  const extraWrites = (current: TableItem) => moveCount(authorOf(current), undefined);
  return resultOf(await removeItem({ key: keyOf(id), precondition, extraWrites }));
};

/**
 * Maximum number of posts that one transaction deletes. With the update of the count, the transaction has 100
 * writes, DynamoDB's maximum. One Query reads the posts, so they hold at most 1 MB; DynamoDB's maximum is 4 MB.
 */
const MAX_BATCH = 99;

/** Batch of posts: at most `limit` posts after the id `after`. */
type Batch = { readonly after?: string; readonly limit?: number };

const removalOf = (userId: string, id: string): ExtraWrite => ({
  write: { Delete: { Key: keyOf(id), ...conditional(equals('userId', userId)) } },
  problemFor: () => undefined,
});

/**
 * Deletes some posts of a user in one transaction, and subtracts them from the user's count. Returns the next batch, or
 * undefined after the last one. When a post is gone or has a new author, the transaction changes nothing, and the
 * posts stay until the caller lists them again. After throttling the following batches have half the size, because a
 * large transaction may need more capacity units at once than a partition has.
 */
export const removeBatch = async (userId: string, { after, limit = MAX_BATCH }: Batch) => {
  const page = { limit, order: 'asc', after } as const;
  const { body: ids, next } = await listItems({ userId }, page, ({ sk }) => String(sk));
  if (ids.length > 0) {
    const { write: count } = countPosts(userId, -ids.length);
    const removals = ids.map((id) => removalOf(userId, id));
    const { isThrottled } = await write(count, removals, { isDivisible: ids.length > 1 });
    if (isThrottled && (await pauseToRetry(1, THROTTLED))) return { after, limit: Math.floor(ids.length / 2) };
  }
  return next ? { after: next, limit } : undefined;
};
