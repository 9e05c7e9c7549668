import { indexOf } from '../../../functions/kit/table/shards';
import type { LocalTable } from '../../../lib/local/template/template';

/** Nouns of a chain. The items of the service itself have two of them in their keys. */
export const nouns: readonly Lowercase<string>[] = ['unique', 'key', 'order'];

/** Attribute of the second parent of all levels. */
export const OTHER = 'any_otherId';

const attributes = [
  { AttributeName: OTHER, AttributeType: 'S' as const },
  ...nouns.flatMap((noun) =>
    (['S', 'N'] as const).map((AttributeType) => ({ AttributeName: `${noun}_${AttributeType}`, AttributeType })),
  ),
];
const indexes = attributes.map(({ AttributeName }) => ({
  IndexName: indexOf(AttributeName),
  KeySchema: [
    { AttributeName, KeyType: 'HASH' as const },
    { AttributeName: 'sk', KeyType: 'RANGE' as const },
  ],
  Projection: { ProjectionType: 'ALL' as const },
}));

/** Adds the indexes of indexed fields to a table. */
export const withAnyIndexes = (table: LocalTable): LocalTable => ({
  ...table,
  AttributeDefinitions: [...(table.AttributeDefinitions ?? []), ...attributes],
  GlobalSecondaryIndexes: [...(table.GlobalSecondaryIndexes ?? []), ...indexes],
});
