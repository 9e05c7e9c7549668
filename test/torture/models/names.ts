import fc from 'fast-check';

/** Names that mean something in the code, in DynamoDB or in JavaScript. */
const hostileNames = `m0 n0 nameIs by now none within name value status size type count order limit
  after claim key keys unique uniques item itemId owner ownerId rev pk sk id createdAt updatedAt closedUntil
  orderCount keyCount expiresAt fingerprint defaults constructor toString valueOf hasOwnProperty toJSON then length true null`;
export const names = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('caller', 'match0', 'constructor', 'isOwner') },
  { weight: 8, arbitrary: fc.constantFrom(...hostileNames.split(/\s+/)) },
  { weight: 8, arbitrary: fc.stringMatching(/^[a-z][A-Za-z\d]{0,11}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z][A-Za-z\d]{89,99}$/) },
);
