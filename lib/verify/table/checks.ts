import type { TableItem } from '../../../functions/kit/dynamodb/client';
import { isId } from '../../../functions/kit/model/id';
import type { StoredField } from '../../../functions/kit/model/models';
import { IS_PARENT } from '../../../functions/kit/model/relation';
import { allStoredFields, childrenOf, firstVersions, relationsOf } from '../../../functions/kit/resources';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { all, equals, updateExpression } from '../../../functions/kit/table/expression';
import { newRevision } from '../../../functions/kit/table/item';
import { keyIn, shardOf } from '../../../functions/kit/table/shards';
import { checkClaim, checkValue, uniqueFields } from './claims';
import { checkCounter, checkParentOfCounter, isCounter } from './counters';
import { type Check, isAsRead } from './tear';

/** Makes the check that a resource has the value by which a list finds it. An item that is older than the field lacks it. */
const checkIndexed =
  ({ attribute, field: { default: value } }: StoredField): Check =>
  async ({ pk, sk, rev, [attribute]: stored }, { TableName }) => {
    if (stored !== undefined || value === undefined) return undefined;
    const update = updateExpression({ [attribute]: value }, all(equals('rev', rev), equals(attribute, undefined)));
    return {
      found: `item ${sk} lacks ${attribute}, by which a list finds it`,
      fix: `write its default ${JSON.stringify(value)}`,
      writes: [{ Update: { TableName, Key: { pk, sk }, ...update } }],
    };
  };

/** Makes the check that the parent of a child exists. */
const checkParent =
  ({ input }: Resource, relation: ReturnType<typeof relationsOf>[number]): Check =>
  async ({ pk, sk, rev, [relation.stored]: parentId }, { TableName, read }) => {
    const { attribute, parent, child } = relation;
    const parentKey = keyIn(parent, String(parentId));
    if (parentId === undefined || (await read(parentKey))) return undefined;
    const tear = { found: `${child} ${sk} names ${parent} ${parentId}, which does not exist` };
    if (!input[attribute]?.isOptional)
      return { ...tear, fix: `after --fix, create this ${parent} by PUT with If-None-Match: *, then verify again` };
    const update = updateExpression({ [relation.stored]: undefined, ...newRevision(String(sk)) }, equals('rev', rev));
    const writes = [
      { ConditionCheck: { TableName, Key: parentKey, ...isAsRead() } },
      { Update: { TableName, Key: { pk, sk }, ...update } },
    ];
    return { ...tear, fix: `remove its ${attribute}`, writes };
  };

/** Returns the resource that an item holds. The `sk` of another item, such as of a claim, is no id. */
export const resourceIn = ({ pk, sk }: TableItem) =>
  isId(String(sk)) ? firstVersions.find(({ collection }) => collection === String(pk).split('#')[0]) : undefined;

/** Returns the checks of an item. Refuses a table with another plan, in which this code would take items for missing. */
export const checksOf = (item: TableItem): readonly Check[] => {
  const claimed = uniqueFields.find(({ claim }) => claim === item.sk);
  if (claimed) return [checkClaim(claimed)];
  if (isCounter(item)) return [checkParentOfCounter];
  const resource = resourceIn(item);
  if (!resource) return [];
  const { pk, sk } = item;
  if (shardOf(resource.collection, String(sk)) !== pk)
    throw new Error(`The plan of this code does not look for ${sk} in ${pk}; use the commit of the deployed stage`);
  return [
    ...uniqueFields.filter(({ collection }) => collection === resource.collection).map(checkValue),
    ...relationsOf(resource).map((relation) => checkParent(resource, relation)),
    ...(childrenOf(resource).length > 0 || item[IS_PARENT] ? [checkCounter(resource)] : []),
    ...allStoredFields(resource)
      .filter(({ field }) => field.isIndexed)
      .map(checkIndexed),
  ];
};
