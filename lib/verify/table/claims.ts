import { nounOf } from '../../../functions/kit/entity';
import { allStoredFields, firstVersions } from '../../../functions/kit/resources';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { conditionExpression, equals } from '../../../functions/kit/table/expression';
import { keyIn } from '../../../functions/kit/table/keys';
import { claimKeyOf, claimOf, isClaimOf } from '../../../functions/kit/table/unique';
import { type Check, isAsRead } from './tear';

/** Returns the unique fields of a resource, with the noun and the claim of each. */
export const uniqueFieldsOf = (resource: Resource) =>
  allStoredFields(resource)
    .filter(({ field }) => field.unique)
    .map((field) => ({ ...field, noun: nounOf(field), claim: claimOf(field) }));

/** Unique fields of all resources. */
export const uniqueFields = firstVersions.flatMap(uniqueFieldsOf);

type UniqueField = (typeof uniqueFields)[number];

/** Makes the check that a claim, the item that reserves a value, belongs to the resource that has the value. */
export const checkClaim =
  (unique: UniqueField): Check =>
  async ({ pk, sk, ownerId }, { TableName, read }) => {
    const { noun, name, attribute } = unique;
    const ownerKey = keyIn(noun, String(ownerId));
    const owner = await read(ownerKey);
    if (isClaimOf(unique, owner?.[attribute], { pk: String(pk) })) return undefined;
    return {
      found: `claim ${pk} is of ${noun} ${ownerId}, which ${owner ? `has another ${name}` : 'does not exist'}`,
      fix: 'delete the claim',
      writes: [
        { ConditionCheck: { TableName, Key: ownerKey, ...isAsRead(owner) } },
        { Delete: { TableName, Key: { pk, sk }, ...conditionExpression(equals('ownerId', ownerId)) } },
      ],
    };
  };

/** Makes the check that a resource has the claim of its value. Two resources keep one value until the operator decides. */
export const checkValue =
  (unique: UniqueField): Check =>
  async (item, { TableName, read }) => {
    const { noun, name, attribute } = unique;
    const { pk, sk, [attribute]: value } = item;
    if (value === undefined) return undefined;
    const key = claimKeyOf(unique, value);
    const ownerId = (await read(key))?.ownerId;
    if (ownerId === sk) return undefined;
    const owner = ownerId ? await read(keyIn(noun, String(ownerId))) : undefined;
    if (isClaimOf(unique, owner?.[attribute], key)) {
      const found = `${noun} ${sk} has the ${name} of ${noun} ${ownerId}, which has the claim`;
      return { found, fix: `change the ${name} of ${noun} ${ownerId} by the API, then verify again` };
    }
    return {
      found: `${noun} ${sk} has no claim of its ${name}`,
      fix: 'write the claim',
      writes: [
        { ConditionCheck: { TableName, Key: { pk, sk }, ...isAsRead(item) } },
        { Put: { TableName, Item: { ...key, ownerId: sk }, ...conditionExpression(equals('ownerId', ownerId)) } },
      ],
    };
  };
