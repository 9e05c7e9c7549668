import { find } from '../table/get';
import { type Entity, isForeign, keyOf, parseItems } from '../table/item';
import type { CountedPage } from '../table/list';
import { isWithin, rangeOf } from '../table/query';
import { claimKeyOf, isSameEmail, moveClaim } from './claim';
import { User } from './model';

export const users = {
  collection: 'USER',
  model: User,
  isPrivate: true,
  // A claim reserves the address of a user.
  linked: { attribute: 'email', writesFor: moveClaim },
} as const satisfies Entity;

/**
 * Lists the user with an address: reads the claim of the address, and the user that the claim belongs to. Compares the
 * address again, because it can change between the two reads.
 */
export const findByEmail = async (email: string, { isCounted, caller, ...page }: CountedPage) => {
  const claim = await find(claimKeyOf(email));
  const owner = typeof claim?.ownerId === 'string' && (await find(keyOf(users, claim.ownerId)));
  const all = rangeOf({ ...page, after: undefined });
  const found = parseItems(users, owner && !isForeign({ caller }, owner) ? [owner] : []).filter(
    (user) => isSameEmail(user.email, email) && isWithin(all, user.id),
  );
  return { body: found.filter(({ id }) => isWithin(rangeOf(page), id)), total: isCounted ? found.length : undefined };
};
