import fc from 'fast-check';
import { errorOf } from '../../../functions/kit/model/check';
import type { Field, Value } from '../../../functions/kit/model/field';
import { nameErrorOf } from '../../../lib/models/field-rules';
import { valuesFor } from '../values';
import { anyField, anySorting, isDroppable, type Named, withRules } from './any-field';
import { laterVersions } from './any-version';

/*
 * Makes models at random: any names, any kinds of fields, and later versions.
 */

/** Names that mean something in the code, in DynamoDB or in JavaScript. */
const hostileNames = `m0 n0 nameIs by now none within name value status size type count order limit
  after claim key keys unique uniques item itemId owner ownerId rev pk sk id createdAt updatedAt closedUntil
  orderCount keyCount expiresAt fingerprint defaults constructor toString valueOf hasOwnProperty toJSON then length true null sort afterValue created createdAtMin`;
const names = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('caller', 'match0', 'constructor', 'isOwner') },
  { weight: 8, arbitrary: fc.constantFrom(...hostileNames.split(/\s+/)) },
  { weight: 8, arbitrary: fc.stringMatching(/^[a-z][A-Za-z\d]{0,11}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z][A-Za-z\d]{89,99}$/) },
);

/** Names without those that the rules refuse. */
const allowedNames = names.filter((name) => nameErrorOf(name, 'uniques') === undefined);

/** Number of bodies of a version that share values. */
const MANY = 5;

/** Values that lists often sort wrong: the smallest and the largest numbers, and texts that are equal in part. */
const edges = [
  ...[0, 1e-130, -1e-130, 1e125, -1e125],
  ...['Ab', 'aB', 'a', 'É', 'e\u0301', 'ΑΣ', 'ας', 'Β', '\uffff', '😀', 'ж', '한', 'א', '\t', 'a b'],
  ...['😀'.repeat(246), `${'😀'.repeat(246)}b`, `${'😀'.repeat(246)}a`, `x${'😀'.repeat(246)}`, 'İ'.repeat(256)],
];
const anyEdge = (field: Field): fc.Arbitrary<Value> => {
  const valid = edges.filter((value) => !errorOf(field, value));
  return valid.length > 0 ? fc.oneof(valuesFor(field), fc.constantFrom(...valid)) : valuesFor(field);
};

type Values = Readonly<Record<string, fc.Arbitrary<Value>>>;

/** Makes bodies that a model accepts: two that leave out half of what they may, one with all fields, and some that share values. */
const withBodies = (named: readonly Named[]) => {
  const requiredKeys = named.filter((each) => !isDroppable(each)).map(([name]) => name);
  const bodyOf = (values: Values) => fc.record(values, { requiredKeys, noNullPrototype: true });
  const values: Values = Object.fromEntries(named.map(([name, field]) => [name, valuesFor(field)]));
  const some = bodyOf(values);
  const few = fc.tuple(...named.map(([, field]) => fc.array(anyEdge(field), { minLength: 3, maxLength: 3 })));
  const many = few.chain((all) => {
    const shared = named.map(([name, field], at) => [
      name,
      field.unique ? valuesFor(field) : fc.constantFrom(...(all[at] ?? [])),
    ]);
    return fc.array(bodyOf(Object.fromEntries(shared)), { minLength: MANY, maxLength: MANY });
  });
  return fc.record({ named: fc.constant(named), one: some, other: some, full: fc.record(values), many });
};

/** Makes the fields of a resource in each of its versions. */
const model = fc
  .tuple(
    fc.uniqueArray(fc.tuple(allowedNames, anyField), { minLength: 1, maxLength: 12, selector: ([name]) => name }),
    fc.array(anySorting, { maxLength: 2 }),
  )
  .map(([named, sortings]) => withRules(named, sortings))
  .chain((first) => laterVersions(allowedNames, first).map((later) => [first, ...later]))
  .chain((all) => {
    const versions = fc.tuple(...all.map(withBodies));
    const flags = { isPrivate: fc.boolean(), hasSecondParent: fc.boolean(), followsChanges: fc.boolean() };
    return fc.record({ versions, ...flags });
  });
export type AnyModel = typeof model extends fc.Arbitrary<infer M> ? M : never;

export const MAX_LEVELS = 3;

export const chains = fc.record({
  models: fc.array(model, { minLength: 1, maxLength: MAX_LEVELS }),
  hasOwnership: fc.boolean(),
  fromSecond: fc.boolean(),
  seed: fc.nat(),
});
