import { find } from '../kit/table/get';
import { type Entity, isHidden, keyOf, parseItems } from '../kit/table/item';
import type { CountedPage } from '../kit/table/list';
import { isWithin, rangeOf } from '../kit/table/query';
import { emailKeyOf, isSameEmail, moveEmail } from './email';
import { User } from './model';

export const users = {
  collection: 'USER',
  model: User,
  isPrivate: true,
  dependents: { field: 'email', writes: moveEmail },
} as const satisfies Entity;

/**
 * Lists the user with an address: reads the item that reserves the address, and the user that the item names. Compares
 * the address again, because the user can change it between the two reads.
 */
export const findByEmail = async (email: string, { isCounted, caller, ...page }: CountedPage) => {
  const reserved = await find(emailKeyOf(email));
  const owner = typeof reserved?.ownerId === 'string' && (await find(keyOf(users, reserved.ownerId)));
  const all = rangeOf({ ...page, after: undefined });
  const found = parseItems(users, owner && !isHidden(users, { caller }, owner) ? [owner] : []).filter(
    (user) => isSameEmail(user.email, email) && isWithin(all, user.id),
  );
  return { body: found.filter(({ id }) => isWithin(rangeOf(page), id)), total: isCounted ? found.length : undefined };
};
