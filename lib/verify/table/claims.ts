import { conditionExpression, equals, itemMissing } from '../../../functions/table/expression';
import { keyIn } from '../../../functions/table/relation';
import { emailKeyOf, isSameEmail } from '../../../functions/users/email';
import { type Check, sameAs } from './tear';

/** Checks that the claim of an address belongs to the user who has this address. */
export const checkClaim: Check = async ({ pk, sk, ownerId }, { read }) => {
  const key = { pk: String(pk), sk: String(sk) };
  const ownerKey = keyIn('user', String(ownerId));
  const owner = await read(ownerKey);
  if (owner && emailKeyOf(String(owner.email)).pk === pk) return undefined;
  return {
    found: `claim ${pk} is of user ${ownerId}, who ${owner ? 'has another address' : 'does not exist'}`,
    mend: 'delete the claim',
    seen: [ownerId, owner?.rev],
    writes: (TableName) => [
      sameAs(TableName, ownerKey, owner),
      { Delete: { TableName, Key: key, ...conditionExpression(equals('ownerId', ownerId)) } },
    ],
  };
};

/** Checks that the claim of a user's address is of this user. Two users keep one address until the operator decides. */
export const checkAddress: Check = async (user, { read }) => {
  const { sk, email, rev } = user;
  if (typeof email !== 'string') return undefined;
  const key = emailKeyOf(email);
  const claim = await read(key);
  if (claim?.ownerId === sk) return undefined;
  const otherKey = claim && keyIn('user', String(claim.ownerId));
  const other = otherKey && (await read(otherKey));
  const seen = [rev, claim?.ownerId, other?.rev];
  if (other && isSameEmail(String(other.email), email)) {
    const mend = `change the address of user ${other.sk} by the API, then verify again`;
    return { found: `user ${sk} has the address of user ${other.sk}, who has the claim`, mend, seen };
  }
  const free = claim ? equals('ownerId', claim.ownerId) : itemMissing;
  return {
    found: `user ${sk} has an address whose claim ${claim ? `is of user ${claim.ownerId}` : 'does not exist'}`,
    mend: 'give the user the claim',
    seen,
    writes: (TableName) => [
      sameAs(TableName, keyIn('user', String(sk)), user),
      ...(otherKey ? [sameAs(TableName, otherKey, other)] : []),
      { Put: { TableName, Item: { ...key, ownerId: sk }, ...conditionExpression(free) } },
    ],
  };
};
