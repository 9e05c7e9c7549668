import type {
  AttributeDefinition,
  GlobalSecondaryIndex,
  GlobalSecondaryIndexDescription,
  KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import { isRecord } from './intrinsics';

/** Table of the template, with the types of CreateTable. */
export type LocalTable = {
  readonly name: string;
  readonly keys: readonly KeySchemaElement[];
  readonly attributes: readonly AttributeDefinition[];
  readonly indexes: readonly GlobalSecondaryIndex[];
};

type TableShape = Pick<LocalTable, 'keys' | 'attributes'> & {
  readonly indexes: readonly GlobalSecondaryIndexDescription[];
};

const recordsOf = (value: unknown): Record<string, unknown>[] => [value ?? []].flat().filter(isRecord);

const readKeys = (schema: unknown): KeySchemaElement[] =>
  recordsOf(schema).map(({ AttributeName: name, KeyType: type }) => ({
    AttributeName: String(name),
    KeyType: type === 'RANGE' ? 'RANGE' : 'HASH',
  }));

const readProjection = (projection: unknown): GlobalSecondaryIndex['Projection'] => {
  if (!isRecord(projection) || projection.ProjectionType === 'ALL') return { ProjectionType: 'ALL' };
  if (projection.ProjectionType === 'KEYS_ONLY') return { ProjectionType: 'KEYS_ONLY' };
  return { ProjectionType: 'INCLUDE', NonKeyAttributes: [projection.NonKeyAttributes ?? []].flat().map(String) };
};

/** Reads a table from the properties that the template gives it. */
export const readTable = (name: string, properties: Record<string, unknown>): LocalTable => ({
  name,
  keys: readKeys(properties.KeySchema),
  attributes: recordsOf(properties.AttributeDefinitions).map(({ AttributeName: attribute, AttributeType: type }) => ({
    AttributeName: String(attribute),
    AttributeType: type === 'N' || type === 'B' ? type : 'S',
  })),
  indexes: recordsOf(properties.GlobalSecondaryIndexes).map(
    ({ IndexName: index, KeySchema: keys, Projection: projection }) => ({
      IndexName: String(index),
      KeySchema: readKeys(keys),
      Projection: readProjection(projection),
    }),
  ),
});

const formatProjection = ({ Projection: projection }: GlobalSecondaryIndexDescription): string =>
  [projection?.ProjectionType, ...(projection?.NonKeyAttributes ?? [])].join(' ');

/** Formats the keys and indexes of a table, to compare a local table with the template. */
export const formatShape = ({ keys, attributes, indexes }: TableShape): string => {
  const types = new Map(attributes.map(({ AttributeName: name, AttributeType: type }) => [name, type]));
  const formatKeys = (schema: readonly KeySchemaElement[] | undefined = []) =>
    schema.map(({ AttributeName: name }) => `${name} ${types.get(name)}`).join(', ');
  const lines = indexes.map(
    (index) => `, ${index.IndexName} (${formatKeys(index.KeySchema)}) ${formatProjection(index)}`,
  );
  return `keys (${formatKeys(keys)})${lines.sort().join('')}`;
};
