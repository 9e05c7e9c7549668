import { createHash } from 'node:crypto';
import { createdAtOf, mintId } from '../http/id';
import type { Page } from '../http/page';
import type { Precondition } from '../http/precondition';
import { Problem, unavailable } from '../http/problem';
import { change } from '../table/change';
import { absent, conditional, counting, equals } from '../table/expression';
import { find, get as getItem } from '../table/get';
import { insert as insertItem } from '../table/insert';
import { type Item, type Key, readable, stringOf } from '../table/item';
import { list as listItems } from '../table/list';
import { partitionOf } from '../table/partition';
import { remove as removeItem } from '../table/remove';
import type { Side } from '../table/write';
import type { User, UserInput, UserPatch, UserQuery } from './model';

const keyOf = (id: string): Key => ({ pk: partitionOf('USER', id), sk: id });

/** Two addresses are one when they are equal after NFC and lower-casing. */
const normalise = (email: string) => email.normalize('NFC').toLowerCase();

/**
 * The item that makes an address unique. Hashed, because a key has 2,048 bytes and NFC can make more of 254
 * characters, and so that no key of the table is personal data.
 */
const claimKeyOf = (email: string): Key => {
  const hash = createHash('sha256').update(normalise(email)).digest('base64url');
  return { pk: `EMAIL#${hash}`, sk: 'EMAIL' };
};

const toUser = (item: Item): User => ({
  id: stringOf(item, 'sk'),
  name: stringOf(item, 'name'),
  email: stringOf(item, 'email'),
  createdAt: createdAtOf(stringOf(item, 'sk')),
  updatedAt: stringOf(item, 'updatedAt'),
});

const answerOf = (item: Item) => ({ body: toUser(item), rev: stringOf(item, 'rev') });

/** The owner is not called `userId`: under that name the index would take claims for posts. */
const claim = (email: string, ownerId: string): Side => ({
  write: { Put: { Item: { ...claimKeyOf(email), ownerId }, ...conditional(absent) } },
  refused: () => new Problem(409, 'email-taken', 'Another user has this e-mail address.'),
});

const release = (email: string, ownerId: string): Side => ({
  write: { Delete: { Key: claimKeyOf(email), ...conditional(equals('ownerId', ownerId)) } },
  refused: unavailable,
});

const moveClaim = (id: string, email: string | undefined) => (current: Item) => {
  const held = stringOf(current, 'email');
  if (email === undefined || normalise(held) === normalise(email)) return [];
  return [claim(email, id), release(held, id)];
};

const ownersOf = async (email: string): Promise<Item[]> => {
  const owned = await find(claimKeyOf(email));
  const user = typeof owned?.ownerId === 'string' && (await find(keyOf(owned.ownerId)));
  return user ? [user] : [];
};

/** Both reads are of one moment each: between them the user may have changed the address. */
const findByEmail = async (email: string, { after, order }: Page) => {
  const isBehind = ({ id }: User) => !after || (order === 'asc' ? id > after : id < after);
  const users = readable(await ownersOf(email), toUser);
  return users.filter((user) => normalise(user.email) === normalise(email) && isBehind(user));
};

export const list = async ({ email, ...page }: UserQuery) =>
  email === undefined ? listItems({ pk: partitionOf('USER') }, page, toUser) : { body: await findByEmail(email, page) };

const insert = async (id: string, attributes: UserInput & Item) =>
  answerOf(await insertItem(keyOf(id), { ...attributes, postCount: 0 }, [claim(attributes.email, id)]));

export const create = (input: UserInput) => {
  const id = mintId();
  return insert(id, { ...input, updatedAt: createdAtOf(id) });
};

export const get = async (id: string) => answerOf(await getItem(keyOf(id)));

export const replace = async (id: string, input: UserInput, precondition: Precondition) => {
  if (precondition.ifNoneMatch === '*') return insert(id, input);
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
  const headers = { link: `</posts?userId=${id}>; rel="related"` };
  throw new Problem(409, 'user-has-posts', 'The user still has posts; delete them first.', { headers });
};

export const remove = async (id: string, precondition: Precondition) => {
  const sides = (current: Item) => [release(stringOf(current, 'email'), id)];
  return answerOf(await removeItem({ key: keyOf(id), precondition, guard: guardPosts(id), sides }));
};

const unknownUser = () => new Problem(422, 'unknown-user', 'The userId names no user.');

/** Goes with every write that gives a user a post, or takes one away: only a user who is there can be counted. */
export const countPost = (id: string, by: 1 | -1): Side => ({
  write: { Update: { Key: keyOf(id), ...counting('postCount', by) } },
  refused: by === 1 ? unknownUser : unavailable,
});
