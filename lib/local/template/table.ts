import type { CreateTableInput, KeySchemaElement, TableDescription } from '@aws-sdk/client-dynamodb';

/** Table of the template. CloudFormation, CreateTable and DescribeTable have the same names for these properties. */
export type LocalTable = { readonly TableName: string } & Pick<
  CreateTableInput,
  'KeySchema' | 'AttributeDefinitions' | 'GlobalSecondaryIndexes'
>;

/** Reads a table from its properties. Leaves out what only the deployed table has, such as limits. */
export const readTable = (properties: Record<string, unknown>): LocalTable => {
  const { TableName, KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = properties as LocalTable;
  const indexes = GlobalSecondaryIndexes?.map((index) => {
    const { IndexName, KeySchema, Projection } = index;
    return { IndexName, KeySchema, Projection };
  });
  return { TableName, KeySchema, AttributeDefinitions, GlobalSecondaryIndexes: indexes };
};

/** Formats the keys and indexes of a table, to compare a local table with the template. */
export const formatShape = (table: TableDescription): string => {
  const { KeySchema: keys, AttributeDefinitions: attributes = [], GlobalSecondaryIndexes: indexes = [] } = table;
  const types = new Map(attributes.map(({ AttributeName: name, AttributeType: type }) => [name, type]));
  const formatKeys = (schema: readonly KeySchemaElement[] = []) =>
    schema.map(({ AttributeName: name }) => `${name} ${types.get(name)}`).join(', ');
  const lines = indexes.map(({ IndexName: name, KeySchema: schema, Projection: projection }) => {
    const projected = [projection?.ProjectionType, ...(projection?.NonKeyAttributes ?? [])].join(' ');
    return `, ${name} (${formatKeys(schema)}) ${projected}`;
  });
  return `keys (${formatKeys(keys)})${lines.sort().join('')}`;
};
