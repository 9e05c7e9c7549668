import { randomIdAt } from '../../support/id';
import type { Random } from '../random';
import { emailOf, filledTextOf, lengthOf, textOf } from './texts';

export type BodyFields = Record<string, unknown>;
export type CollectionName = 'users' | 'posts';

/** Makes an id with a time in the years 2023 to 2025. */
export const randomId = (random: Random) => randomIdAt(1.7e12 + random.below(5e10), random);

/** Picks the id of an existing resource in four of five cases, else a random id. */
export const pickId = (random: Random, ids: readonly string[]) =>
  (random.chance(0.8) ? ids[random.below(ids.length)] : undefined) ?? randomId(random);

type FieldsOptions = { readonly isPatch: boolean; readonly users: readonly string[] };

/** Makes fields that the model of a collection accepts. */
export const fieldsOf = (random: Random, collection: CollectionName, { isPatch, users }: FieldsOptions): BodyFields => {
  const given = () => !isPatch || random.chance(0.6);
  const optional = <T>(value: () => T) =>
    random.chance(0.5) ? value() : isPatch && random.chance(0.3) ? null : undefined;
  const fields =
    collection === 'users'
      ? {
          name: given() ? filledTextOf(random, lengthOf(random, 1, 100)) : undefined,
          email: given() ? emailOf(random, lengthOf(random, 12, 254), `${random.below(2 ** 30)}`) : undefined,
        }
      : {
          title: given() ? filledTextOf(random, lengthOf(random, 1, 200)) : undefined,
          content: optional(() => textOf(random, lengthOf(random, 0, random.chance(0.02) ? 50_000 : 300))),
          userId: optional(() => pickId(random, users)),
        };
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(random.chance(0.5) ? entries : entries.reverse());
};
