import type {
  AttributeDefinition,
  GlobalSecondaryIndex,
  GlobalSecondaryIndexDescription,
  KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import { isRecord } from './intrinsics';

export type LocalTable = {
  name: string;
  keys: KeySchemaElement[];
  attributes: AttributeDefinition[];
  indexes: GlobalSecondaryIndex[];
};

/** A table of the template in the words of CreateTable. */
export function readTable(name: string, properties: Record<string, unknown>): LocalTable {
  return {
    name,
    keys: readKeys(properties.KeySchema),
    attributes: records(properties.AttributeDefinitions).map(({ AttributeName: attribute, AttributeType: type }) => ({
      AttributeName: String(attribute),
      AttributeType: type === 'N' || type === 'B' ? type : 'S',
    })),
    indexes: records(properties.GlobalSecondaryIndexes).map(
      ({ IndexName: index, KeySchema: keys, Projection: projection }) => ({
        IndexName: String(index),
        KeySchema: readKeys(keys),
        Projection: readProjection(projection),
      }),
    ),
  };
}

type Shape = Pick<LocalTable, 'keys' | 'attributes'> & { indexes: GlobalSecondaryIndexDescription[] };

/** Keys and indexes as one line, equal when two tables are interchangeable. */
export function shapeOf({ keys, attributes, indexes }: Shape): string {
  const types = new Map(attributes.map(({ AttributeName: name, AttributeType: type }) => [name, type]));
  const line = (schema: KeySchemaElement[] | undefined = []) =>
    schema.map(({ AttributeName: name }) => `${name} ${types.get(name)}`).join(', ');
  const lines = indexes.map((index) => `, ${index.IndexName} (${line(index.KeySchema)}) ${projectionOf(index)}`);
  return `keys (${line(keys)})${lines.sort().join('')}`;
}

function projectionOf({ Projection: projection }: GlobalSecondaryIndexDescription): string {
  return [projection?.ProjectionType, ...(projection?.NonKeyAttributes ?? [])].join(' ');
}

function readKeys(schema: unknown): KeySchemaElement[] {
  return records(schema).map(({ AttributeName: name, KeyType: type }) => ({
    AttributeName: String(name),
    KeyType: type === 'RANGE' ? 'RANGE' : 'HASH',
  }));
}

function readProjection(projection: unknown): GlobalSecondaryIndex['Projection'] {
  if (!isRecord(projection) || projection.ProjectionType === 'ALL') return { ProjectionType: 'ALL' };
  if (projection.ProjectionType === 'KEYS_ONLY') return { ProjectionType: 'KEYS_ONLY' };
  return { ProjectionType: 'INCLUDE', NonKeyAttributes: [projection.NonKeyAttributes ?? []].flat().map(String) };
}

function records(value: unknown): Record<string, unknown>[] {
  return [value ?? []].flat().filter(isRecord);
}
