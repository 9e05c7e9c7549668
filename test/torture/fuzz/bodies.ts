import type { Random } from '../random';
import { emailOf, filledTextOf, lengthOf, textOf } from './texts';

export type Members = Record<string, unknown>;
export type Collection = 'users' | 'posts';

export const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** An id as the service writes it, of the years 2023 to 2025. */
export const idOf = ({ below, pick }: Random) => {
  const time = hex(1.7e12 + below(5e10), 12);
  const rest = `${pick(['8', '9', 'a', 'b'])}${hex(below(0x1000), 3)}-${hex(below(2 ** 24), 6)}${hex(below(2 ** 24), 6)}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(below(0x1000), 3)}-${rest}`;
};

/** The id of a resource that is there, mostly. */
export const oneOf = (random: Random, ids: readonly string[]) =>
  (random.chance(0.8) ? ids[random.below(ids.length)] : undefined) ?? idOf(random);

type For = { readonly isPatch: boolean; readonly users: readonly string[] };

/** Members that every model of this collection takes. */
export const membersOf = (random: Random, collection: Collection, { isPatch, users }: For): Members => {
  const given = () => !isPatch || random.chance(0.6);
  const optional = <T>(value: () => T) =>
    random.chance(0.5) ? value() : isPatch && random.chance(0.3) ? null : undefined;
  const members =
    collection === 'users'
      ? {
          name: given() ? filledTextOf(random, lengthOf(random, 1, 100)) : undefined,
          email: given() ? emailOf(random, lengthOf(random, 12, 254), `${random.below(2 ** 30)}`) : undefined,
        }
      : {
          title: given() ? filledTextOf(random, lengthOf(random, 1, 200)) : undefined,
          content: optional(() => textOf(random, lengthOf(random, 0, random.chance(0.02) ? 50_000 : 300))),
          userId: optional(() => oneOf(random, users)),
        };
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(random.chance(0.5) ? entries : entries.reverse());
};
