import { marshall } from '@aws-sdk/util-dynamodb';
import { marshallOptions } from '../../../functions/kit/dynamodb/client';
import { firstVersions, storedFields } from '../../../functions/kit/resources';
import { entriesOf, keyOf } from '../../../functions/kit/table/keys';
import { keyTextOf, type StoredJson } from './table';

/** Fields of an item that only handlers set, with the values of its example in docs.ts. */
const fieldsByKey = new Map(
  firstVersions.flatMap((resource) =>
    resource.examples.stored.map((example) => {
      const own = storedFields(resource).filter(({ name, field }) => field.isServerSet && name in example);
      const values = Object.fromEntries(own.map(({ name, attribute }) => [attribute, example[name]]));
      const all = { ...values, ...entriesOf(resource, example.id, values) };
      const { pk, sk } = keyOf(resource, example.id);
      return [JSON.stringify([{ S: pk }, { S: sk }]), marshall(all, marshallOptions) as StoredJson] as const;
    }),
  ),
);

/** Gives items what only handlers set, because the requests of a setup cannot. */
export const withServerFields = (items: readonly StoredJson[]) =>
  items.map((item) => ({ ...item, ...fieldsByKey.get(keyTextOf(item)) }));

const kept = firstVersions.flatMap((resource) => storedFields(resource).filter(({ field }) => field.isKept));

/** Finds an item that has lost a state, or what only handlers set. */
export const withoutServerField = (items: readonly StoredJson[], before: readonly StoredJson[]) =>
  items.find((item) => {
    const was = before.find((other) => keyTextOf(other) === keyTextOf(item));
    return kept.some(({ attribute }) => was?.[attribute] && !item[attribute]);
  });
