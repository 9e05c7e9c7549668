import { indexesOf, MAX_INDEXES, ownerIndex } from '../../../lib/models/indexes';
import type { chainOf } from './any-resource';

export type Chain = ReturnType<typeof chainOf>;

/** Returns the indexes of a chain, each once. Two resources share the index of a sorted field of one name. */
const indexesIn = (chain: Chain) => {
  const all = [ownerIndex, ...chain.flatMap((versions) => indexesOf(versions.map(({ entity }) => entity)))];
  return [...new Map(all.map((index) => [index.name, index])).values()];
};

/** Tells whether AWS allows the indexes of a chain. */
export const fitsTable = (chain: Chain) => indexesIn(chain).length <= MAX_INDEXES;

/** Makes the table of a chain as the stack does. */
export const tableOf = (chain: Chain, TableName: string) => {
  const indexes = indexesIn(chain);
  const types = new Map<string, 'S' | 'N'>([
    ['pk', 'S'],
    ['sk', 'S'],
  ]);
  for (const { attribute, sort, isNumber } of indexes) types.set(sort, 'S').set(attribute, isNumber ? 'N' : 'S');
  const keysOf = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ];
  return {
    TableName,
    KeySchema: keysOf('pk', 'sk'),
    AttributeDefinitions: [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    GlobalSecondaryIndexes: indexes.map(({ name, attribute, sort }) => ({
      IndexName: name,
      KeySchema: keysOf(attribute, sort),
      Projection: { ProjectionType: 'ALL' as const },
    })),
  };
};
