import { memberProblem, unavailable } from '../kit/http/problem';
import { digest } from '../kit/model/text';
import { conditionExpression, equals, itemMissing } from '../kit/table/expression';
import type { FieldChange } from '../kit/table/item';
import type { ItemKey } from '../kit/table/shards';
import type { ExtraWrite } from '../kit/table/write';

/**
 * Normalizes an address: lower case, then NFC. Older items have their keys by the other order, which differs only for a
 * capital letter with a mark, such as J̌, that Unicode composes in lower case alone. No real address has one.
 */
const normalize = (email: string) => email.toLowerCase().normalize('NFC');

export const isSameEmail = (email: string, other: string) => normalize(email) === normalize(other);

/**
 * Returns the key of the item that reserves an address for one user. The key holds a hash of the address, because a key
 * has at most 2,048 bytes and a normalized address can have more. The hash also keeps personal data out of the keys.
 */
export const emailKeyOf = (email: string): ItemKey => ({ pk: `EMAIL#${digest(normalize(email))}`, sk: 'EMAIL' });

/** Reserves an address. The attribute is not named `userId`, because the index `byUser` would then hold this item. */
const reserve = (email: string, ownerId: string): ExtraWrite => ({
  write: { Put: { Item: { ...emailKeyOf(email), ownerId }, ...conditionExpression(itemMissing) } },
  problemFor: () => memberProblem('email', [409, 'email-taken', 'Another user has this e-mail address.']),
});

/** Makes an address free for other users. */
const release = (email: string, ownerId: string): ExtraWrite => ({
  write: { Delete: { Key: emailKeyOf(email), ...conditionExpression(equals('ownerId', ownerId)) } },
  problemFor: () => unavailable(),
});

/** Returns the writes of a change of the address. A new user has no old address, and a deleted user has no new one. */
export const moveEmail = (id: string, { from, to }: FieldChange) => {
  if (from !== undefined && to !== undefined && isSameEmail(from, to)) return [];
  return [...(to === undefined ? [] : [reserve(to, id)]), ...(from === undefined ? [] : [release(from, id)])];
};
