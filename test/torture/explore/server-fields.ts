import { marshall } from '@aws-sdk/util-dynamodb';
import { marshallOptions } from '../../../functions/kit/dynamodb/client';
import { firstVersions, storedFields } from '../../../functions/kit/resources';
import { entriesOf, keyOf } from '../../../functions/kit/table/keys';
import { claimKeyOf } from '../../../functions/kit/table/unique';
import { keyTextOf, type StoredJson } from './table';

const storedOf = (item: object) => marshall(item, marshallOptions) as StoredJson;

/** Items of the examples in docs.ts, with the fields that only handlers set, and the claims of these. */
const owned = firstVersions.flatMap((resource) =>
  resource.examples.stored.map((example) => {
    const own = storedFields(resource).filter(({ name, field }) => field.isServerSet && name in example);
    const values = Object.fromEntries(own.map(({ name, attribute }) => [attribute, example[name]]));
    const unique = own.filter(({ field }) => field.unique);
    return {
      key: keyTextOf(storedOf(keyOf(resource, example.id))),
      values: storedOf({ ...values, ...entriesOf(resource, example.id, values) }),
      claims: unique.map((each) => storedOf({ ...claimKeyOf(each, example[each.name]), ownerId: example.id })),
    };
  }),
);

/** Gives items what only handlers set, because the requests of a setup cannot. */
export const withServerFields = (items: readonly StoredJson[]) => {
  const found = owned.filter(({ key }) => items.some((item) => keyTextOf(item) === key));
  const valuesOf = (item: StoredJson) => found.find(({ key }) => keyTextOf(item) === key)?.values;
  return [...items.map((item) => ({ ...item, ...valuesOf(item) })), ...found.flatMap(({ claims }) => claims)];
};

const kept = firstVersions.flatMap((resource) => storedFields(resource).filter(({ field }) => field.isKept));

/** Finds an item that has lost a state, or what only handlers set. */
export const withoutServerField = (items: readonly StoredJson[], before: readonly StoredJson[]) =>
  items.find((item) => {
    const was = before.find((other) => keyTextOf(other) === keyTextOf(item));
    return kept.some(({ attribute }) => was?.[attribute] && !item[attribute]);
  });
