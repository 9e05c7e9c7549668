import type { ValuesOf } from '../model/field';
import type { Page } from '../model/page';
import { find } from '../table/get';
import { type Kind, keyOf, type Link, parse, parseItems, type TableItem } from '../table/item';
import { claimKeyOf, isSameEmail, moveClaim } from './claim';
import { User } from './model';

export const users = { collection: 'USER', model: User } as const satisfies Kind;

/** The e-mail address of a user, which a claim reserves. */
export const address: Link = { attribute: 'email', writesFor: moveClaim };

/** Reads the claim of an address, and the user that it belongs to. Returns no user or one. */
const claimantsOf = async (email: string): Promise<TableItem[]> => {
  const found = await find(claimKeyOf(email));
  const user = typeof found?.ownerId === 'string' && (await find(keyOf(users, found.ownerId)));
  return user ? [user] : [];
};

type CountedPage = Page & { readonly isCounted: boolean };

/** Lists the user with an address. Compares the address again, because it can change between the two reads. */
export const findByEmail = async (email: string, { after, order, isCounted }: CountedPage) => {
  const claimants = parseItems(await claimantsOf(email), (item) => parse(users, item));
  const found = claimants.filter((user) => isSameEmail(user.email, email));
  const isBehind = ({ id }: ValuesOf<typeof User>) => !after || (order === 'asc' ? id > after : id < after);
  return { body: found.filter(isBehind), total: isCounted ? found.length : undefined };
};
