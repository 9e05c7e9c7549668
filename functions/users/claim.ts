import { Problem, unavailable } from '../http/problem';
import { digest } from '../model/digest';
import { conditionExpression, equals, itemMissing } from '../table/expression';
import type { Move } from '../table/item';
import type { ItemKey } from '../table/partition';
import type { ExtraWrite } from '../table/write';

/** Normalizes an address. Two addresses are the same when they are equal after NFC and lower-casing. */
const normalize = (email: string) => email.normalize('NFC').toLowerCase();

export const isSameEmail = (email: string, other: string) => normalize(email) === normalize(other);

/**
 * Returns the key of a claim, the item that reserves an address for one user. The key holds a hash of the address,
 * because a key has at most 2,048 bytes and a normalized address can have more. The hash also keeps personal data out
 * of the keys.
 */
export const claimKeyOf = (email: string): ItemKey => ({ pk: `EMAIL#${digest(normalize(email))}`, sk: 'EMAIL' });

/** Reserves an address. The attribute is not named `userId`, because the index `byUser` would then hold claims. */
const claim = (email: string, ownerId: string): ExtraWrite => ({
  write: { Put: { Item: { ...claimKeyOf(email), ownerId }, ...conditionExpression(itemMissing) } },
  problemFor: () => new Problem(409, 'email-taken', 'Another user has this e-mail address.'),
});

/** Deletes the claim of a user. */
const release = (email: string, ownerId: string): ExtraWrite => ({
  write: { Delete: { Key: claimKeyOf(email), ...conditionExpression(equals('ownerId', ownerId)) } },
  problemFor: () => unavailable(),
});

/**
 * Returns the writes of a change of the address: the claim of the new address, and the release of the old address. A new
 * user has no old address, and a deleted user has no new one.
 */
export const moveClaim = (id: string, { from, to }: Move) => {
  if (from !== undefined && to !== undefined && isSameEmail(from, to)) return [];
  return [...(to === undefined ? [] : [claim(to, id)]), ...(from === undefined ? [] : [release(from, id)])];
};
