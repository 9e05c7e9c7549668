import { createdAtOf, mintId } from '../http/id';
import type { Precondition } from '../http/precondition';
import { change } from '../table/change';
import { get as getItem } from '../table/get';
import { insert as insertItem } from '../table/insert';
import { type Item, type Key, stringOf } from '../table/item';
import { list as listItems } from '../table/list';
import { partitionOf } from '../table/partition';
import { remove as removeItem } from '../table/remove';
import { countPost } from '../users/store';
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

/** Counts a post out of one author's and into another's. */
const recount = (from: string | undefined, to: string | undefined) =>
  from === to ? [] : [...(from ? [countPost(from, -1)] : []), ...(to ? [countPost(to, 1)] : [])];

export const list = ({ userId, ...page }: PostQuery) =>
  listItems(userId ? { userId } : { pk: partitionOf('POST') }, page, toPost);

const insert = async (id: string, attributes: PostInput & Item) =>
  answerOf(await insertItem(keyOf(id), attributes, recount(undefined, attributes.userId)));

export const create = (input: PostInput) => {
  const id = mintId();
  return insert(id, { ...input, updatedAt: createdAtOf(id) });
};

export const get = async (id: string) => answerOf(await getItem(keyOf(id)));

export const replace = async (id: string, input: PostInput, precondition: Precondition) => {
  if (precondition.ifNoneMatch === '*') return insert(id, input);
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
