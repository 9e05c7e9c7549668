import type { TableItem } from '../../../functions/kit/dynamodb/client';
import { isId } from '../../../functions/kit/model/id';
import type { StoredField } from '../../../functions/kit/model/models';
import { IS_PARENT } from '../../../functions/kit/model/relation';
import { childrenOf, firstVersions, relationsOf } from '../../../functions/kit/resources';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { all, equals, updateExpression } from '../../../functions/kit/table/expression';
import { newRevision } from '../../../functions/kit/table/item';
import { entriesOf, keyIn, shardOf, sortKeyOf } from '../../../functions/kit/table/keys';
import { checkClaim, checkValue, uniqueFields } from './claims';
import { checkCounter, checkParentOfCounter, isCounter } from './counters';
import { type Check, isAsRead } from './tear';

/** Makes the check that a resource has the value by which a list finds it. An item that is older than the field lacks it. */
const checkIndexed =
  (each: StoredField): Check =>
  async (item, { TableName }) => {
    const { attribute, collection, field } = each;
    const { pk, sk, rev, [attribute]: stored } = item;
    const { default: value } = field;
    if (stored !== undefined || value === undefined) return undefined;
    const written = {
      [attribute]: value,
      ...entriesOf({ collection, fields: [each] }, String(sk), { [attribute]: value }),
    };
    const update = updateExpression(written, all(equals('rev', rev), equals(attribute, undefined)));
    return {
      found: `item ${sk} lacks ${attribute}, by which a list finds it`,
      fix: `write its default ${JSON.stringify(value)}`,
      writes: [{ Update: { TableName, Key: { pk, sk }, ...update } }],
    };
  };

/** Makes the check that the entries, by which lists sort an item and find it by its owner, follow from its values. */
const checkEntries =
  ({ collection }: Resource, fields: readonly StoredField[]): Check =>
  async (item, { TableName }) => {
    const { pk, sk, rev } = item;
    const sorted = fields.filter(({ field }) => field.sorted);
    const none = Object.fromEntries(sorted.map(({ attribute }) => [sortKeyOf(attribute), undefined]));
    const entries = Object.entries({ ...none, ...entriesOf({ collection, fields }, String(sk), item) });
    const wrong = entries.filter(([name, entry]) => item[name] !== entry);
    if (wrong.length === 0) return undefined;
    const update = updateExpression(Object.fromEntries(wrong), equals('rev', rev));
    return {
      found: `item ${sk} has another ${wrong.map(([name]) => name).join(' and ')} than follows from its values, by which lists find it`,
      fix: 'correct it',
      writes: [{ Update: { TableName, Key: { pk, sk }, ...update } }],
    };
  };

/** Makes the check that the parent of a child exists. */
const checkParent =
  (resource: Resource, relation: ReturnType<typeof relationsOf>[number]): Check =>
  async ({ pk, sk, rev, [relation.stored]: parentId }, { TableName, read }) => {
    const { attribute, parent, child } = relation;
    const parentKey = keyIn(parent, String(parentId));
    if (parentId === undefined || (await read(parentKey))) return undefined;
    const tear = { found: `${child} ${sk} names ${parent} ${parentId}, which does not exist` };
    if (!resource.input[attribute]?.isOptional)
      return { ...tear, fix: `after --fix, create this ${parent} by PUT with If-None-Match: *, then verify again` };
    const changes = { [relation.stored]: undefined, ...newRevision(String(sk)) };
    const update = updateExpression({ ...changes, ...entriesOf(resource, String(sk), changes) }, equals('rev', rev));
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
  const { fields } = resource;
  return [
    ...uniqueFields.filter(({ collection }) => collection === resource.collection).map(checkValue),
    ...relationsOf(resource).map((relation) => checkParent(resource, relation)),
    ...(childrenOf(resource).length > 0 || item[IS_PARENT] ? [checkCounter(resource)] : []),
    ...fields.filter(({ field }) => field.isIndexed || field.sorted).map(checkIndexed),
    checkEntries(resource, fields),
  ];
};
