import fc from 'fast-check';
import { relationsOf } from '../../../functions/kit/resources';
import { resources } from '../../../functions/resources';
import { nameErrorOf } from '../../../lib/models/field-rules';
import { valuesFor } from '../values';
import { anyField, isDroppable, type Named, withIndexes } from './any-field';
import { laterVersions } from './any-version';

/*
 * Makes models at random: any names, any kinds of fields, and later versions.
 */

/** Names that mean something in the code, in DynamoDB or in JavaScript. */
const hostileNames = `m0 n0 nameIs by now none within name value status size type count order limit
  after claim key keys unique uniques item itemId owner ownerId rev pk sk id createdAt updatedAt closedUntil
  orderCount keyCount expiresAt fingerprint defaults constructor toString valueOf hasOwnProperty toJSON then length true null`;
const names = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('caller', 'match0', 'constructor', 'isOwner') },
  { weight: 8, arbitrary: fc.constantFrom(...hostileNames.split(/\s+/)) },
  { weight: 8, arbitrary: fc.stringMatching(/^[a-z][A-Za-z\d]{0,11}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z][A-Za-z\d]{89,99}$/) },
);

/** Names without those that the rules refuse. */
const allowedNames = names.filter((name) => nameErrorOf(name, 'uniques') === undefined);

/** Makes bodies that a model accepts: two that leave out half of what they may, and one with all fields. */
const withBodies = (named: readonly Named[]) => {
  const values = Object.fromEntries(named.map(([name, field]) => [name, valuesFor(field)]));
  const requiredKeys = named.filter((each) => !isDroppable(each)).map(([name]) => name);
  const some = fc.record(values, { requiredKeys, noNullPrototype: true });
  return fc.record({ named: fc.constant(named), one: some, other: some, full: fc.record(values) });
};

/** Makes the fields of a resource in each of its versions. */
const model = fc
  .uniqueArray(fc.tuple(allowedNames, anyField), { minLength: 1, maxLength: 12, selector: ([name]) => name })
  .map(withIndexes)
  .chain((first) => laterVersions(allowedNames, first).map((later) => [first, ...later]))
  .chain((all) => {
    const versions = fc.tuple(...all.map(withBodies));
    return fc.record({ versions, isPrivate: fc.boolean(), hasSecondParent: fc.boolean() });
  });
export type AnyModel = typeof model extends fc.Arbitrary<infer M> ? M : never;

/** Field with the id of a parent. The table has an index of it, which holds the children of all parents of a chain. */
export const [{ attribute, stored } = {}] = resources.flatMap(relationsOf);
export const MAX_LEVELS = attribute ? 3 : 1;

export const chains = fc.record({
  models: fc.array(model, { minLength: 1, maxLength: MAX_LEVELS }),
  hasOwnership: fc.boolean(),
  fromSecond: fc.boolean(),
});
