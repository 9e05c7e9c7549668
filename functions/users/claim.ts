import { digest } from '../http/digest';
import { Problem, unavailable } from '../http/problem';
import { absent, conditional, equals } from '../table/expression';
import { type Item, type Key, stringOf } from '../table/item';
import type { Side } from '../table/write';

/** Two addresses are one when they are equal after NFC and lower-casing. */
const normalise = (email: string) => email.normalize('NFC').toLowerCase();

export const isSame = (email: string, other: string) => normalise(email) === normalise(other);

/**
 * The item that makes an address unique. Hashed, because a key has 2,048 bytes and NFC can make more of 254
 * characters, and so that no key of the table is personal data.
 */
export const claimKeyOf = (email: string): Key => ({ pk: `EMAIL#${digest(normalise(email))}`, sk: 'EMAIL' });

/** The owner is not called `userId`: under that name the index would take claims for posts. */
export const claim = (email: string, ownerId: string): Side => ({
  write: { Put: { Item: { ...claimKeyOf(email), ownerId }, ...conditional(absent) } },
  refused: () => new Problem(409, 'email-taken', 'Another user has this e-mail address.'),
});

export const release = (email: string, ownerId: string): Side => ({
  write: { Delete: { Key: claimKeyOf(email), ...conditional(equals('ownerId', ownerId)) } },
  refused: () => unavailable(),
});

/** Goes with a change of the address: the new one is taken, the old one given back. */
export const moveClaim = (id: string, email: string | undefined) => (current: Item) => {
  const held = stringOf(current, 'email');
  if (email === undefined || isSame(held, email)) return [];
  return [claim(email, id), release(held, id)];
};
