import { indexOf } from '../../../functions/kit/table/shards';
import type { Collection } from '../../../functions/plan';
import type { LocalTable } from '../../../lib/local/template/template';

/** Nouns of a chain. The items of the service itself have two of them in their keys. */
export const nouns = ['unique', 'key', 'order'].map((noun) => noun as Lowercase<Collection>);

/** Adds the indexes of indexed fields to a table. */
export const withAnyIndexes = (table: LocalTable): LocalTable => {
  const types = { text: 'S', integer: 'N' } as const;
  const added = nouns.flatMap((noun) =>
    (['text', 'integer'] as const).map((type) => [`${noun}_${type}`, types[type]] as const),
  );
  return {
    ...table,
    AttributeDefinitions: [
      ...(table.AttributeDefinitions ?? []),
      ...added.map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    ],
    GlobalSecondaryIndexes: [
      ...(table.GlobalSecondaryIndexes ?? []),
      ...added.map(([AttributeName]) => ({
        IndexName: indexOf(AttributeName),
        KeySchema: [
          { AttributeName, KeyType: 'HASH' as const },
          { AttributeName: 'sk', KeyType: 'RANGE' as const },
        ],
        Projection: { ProjectionType: 'ALL' as const },
      })),
    ],
  };
};
