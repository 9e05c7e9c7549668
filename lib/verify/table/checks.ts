import type { TableItem } from '../../../functions/kit/dynamodb/client';
import { isId } from '../../../functions/kit/model/id';
import { countOf, pluralIn } from '../../../functions/kit/model/relation';
import {
  all,
  conditionExpression,
  equals,
  itemMissing,
  updateExpression,
} from '../../../functions/kit/table/expression';
import { newRevision } from '../../../functions/kit/table/item';
import { keyIn, type TableRelation } from '../../../functions/kit/table/relation';
import { shardOf } from '../../../functions/kit/table/shards';
import type { Collection } from '../../../functions/plan';
import { childrenOf, resources } from '../../../functions/resources';
import { usersDocs } from '../../../functions/users/docs';
import { emailKeyOf, isSameEmail } from '../../../functions/users/email';
import { fieldsOf } from '../../transfer/import';
import type { Table, Writes } from './table';

/** Items that do not fit together, because the table holds only a part of a transaction. */
export type Tear = {
  /** Sentence with the ids of the items. */
  readonly found: string;
  /** Verb and object of the fix, such as `delete the e-mail item`, or the advice to the operator if there are no writes. */
  readonly fix: string;
  /** True if only a scan of the table confirms the tear. */
  readonly needsScan?: true;
  /** Writes of the fix. They fail together when one of the items is no longer as it was read. */
  readonly writes?: Writes;
};

/** Reads what belongs to an item. */
export type Reader = Pick<Table, 'TableName' | 'read' | 'countChildrenOf'>;

/** Checks an item. Returns its tear. */
export type Check = (item: TableItem, reader: Reader) => Promise<Tear | undefined>;

/** Returns the condition that an item is as it was read: with this `rev`, or missing. */
const isAsRead = (item?: TableItem) => conditionExpression(item ? equals('rev', item.rev) : itemMissing);

/** Checks that an e-mail item belongs to the user who has its address. */
const checkEmailItem: Check = async ({ pk, sk, ownerId }, { TableName, read }) => {
  const ownerKey = keyIn('user', String(ownerId));
  const owner = await read(ownerKey);
  if (owner && emailKeyOf(String(owner.email)).pk === pk) return undefined;
  return {
    found: `e-mail item ${pk} is of user ${ownerId}, who ${owner ? 'has another address' : 'does not exist'}`,
    fix: 'delete the e-mail item',
    writes: [
      { ConditionCheck: { TableName, Key: ownerKey, ...isAsRead(owner) } },
      { Delete: { TableName, Key: { pk, sk }, ...conditionExpression(equals('ownerId', ownerId)) } },
    ],
  };
};

/** Checks that the e-mail item of a user's address is of this user. Two users keep one address until the operator decides. */
const checkAddress: Check = async (user, { TableName, read }) => {
  const { pk, sk, email } = user;
  if (typeof email !== 'string') return undefined;
  const key = emailKeyOf(email);
  const ownerId = (await read(key))?.ownerId;
  if (ownerId === sk) return undefined;
  const owner = ownerId ? await read(keyIn('user', String(ownerId))) : undefined;
  if (owner && isSameEmail(String(owner.email), email)) {
    const found = `user ${sk} has the address of user ${ownerId}, who has the e-mail item`;
    return { found, fix: `change the address of user ${ownerId} by the API, then verify again` };
  }
  return {
    found: `user ${sk} has an address without an e-mail item of this user`,
    fix: 'give the user the e-mail item',
    writes: [
      { ConditionCheck: { TableName, Key: { pk, sk }, ...isAsRead(user) } },
      { Put: { TableName, Item: { ...key, ownerId: sk }, ...conditionExpression(equals('ownerId', ownerId)) } },
    ],
  };
};

/** Makes the check that the parent of a child exists. */
const checkParent =
  (relation: TableRelation): Check =>
  async ({ pk, sk, rev, [relation.attribute]: parentId }, { TableName, read }) => {
    const { attribute, parent, child } = relation;
    const parentKey = keyIn(parent, String(parentId));
    if (parentId === undefined || (await read(parentKey))) return undefined;
    const tear = { found: `${child} ${sk} names ${parent} ${parentId}, which does not exist` };
    if (!fieldsOf(relation.path)[attribute]?.isOptional)
      return { ...tear, fix: `create this ${parent} by PUT with If-None-Match: *, then verify again` };
    const update = updateExpression({ [attribute]: undefined, ...newRevision(String(sk)) }, equals('rev', rev));
    const writes = [
      { ConditionCheck: { TableName, Key: parentKey, ...isAsRead() } },
      { Update: { TableName, Key: { pk, sk }, ...update } },
    ];
    return { ...tear, fix: `remove its ${attribute}`, writes };
  };

/** Makes the check that a parent counts all its children. */
const checkCount =
  (relation: TableRelation): Check =>
  async (item, { TableName, countChildrenOf }) => {
    const count = countOf(relation);
    const { pk, sk, rev, [count]: stored } = item;
    const children = await countChildrenOf(relation, String(sk));
    if ((stored ?? 0) === children) return undefined;
    const isSame = all(equals('rev', rev), equals(count, stored));
    return {
      found: `${relation.parent} ${sk} has ${count} ${stored ?? 0} and ${children} ${pluralIn(relation.path)}`,
      fix: `set ${count} to ${children}`,
      needsScan: true,
      writes: [{ Update: { TableName, Key: { pk, sk }, ...updateExpression({ [count]: children }, isSame) } }],
    };
  };

/** Returns the resource that an item holds. The `sk` of another item, such as of an e-mail item, is no id. */
export const resourceIn = ({ pk, sk }: TableItem) =>
  isId(String(sk)) ? resources.find(({ collection }) => collection === String(pk).split('#')[0]) : undefined;

/** Returns the checks of an item. Refuses a table with another plan, in which this code would take items for missing. */
export const checksOf = (item: TableItem): readonly Check[] => {
  if (item.sk === 'EMAIL') return [checkEmailItem];
  const resource = resourceIn(item);
  if (!resource) return [];
  const { pk, sk } = item;
  if (shardOf(resource.collection as Collection, String(sk)) !== pk)
    throw new Error(`The plan of this code does not look for ${sk} in ${pk}; use the commit of the deployed stage`);
  const toParent = resource.relation as TableRelation | undefined;
  return [
    ...(resource === usersDocs ? [checkAddress] : []),
    ...(toParent ? [checkParent(toParent)] : []),
    ...(childrenOf(resource) as TableRelation[]).map(checkCount),
  ];
};
