import fc from 'fast-check';
import { errorOf } from '../../../functions/kit/model/check';
import {
  type Field,
  indexed,
  notBlank,
  optional,
  unique,
  type Value,
  withDefault,
} from '../../../functions/kit/model/field';
import { Id } from '../../../functions/kit/model/id';
import { boolean, instant, integer, number, oneOf, texts } from '../../../functions/kit/model/kinds';
import { filterErrorOf } from '../../../lib/models/field-rules';
import { valuesFor } from '../values';

/** Text of digits, which may be empty. */
const DIGITS = { maxLength: 9, pattern: [/^\d*$/, 'must have digits only'] } satisfies Field;

/** Text of which an item of DynamoDB holds one, but not two. */
export const LARGE = { maxLength: 60_000 } satisfies Field;
export const isLarge = ({ maxLength }: Field) => maxLength === LARGE.maxLength;

/** Text that holds an owner or a revision. */
const HOSTILE = { maxLength: 60 } satisfies Field;
export const isHostile = ({ maxLength }: Field) => maxLength === HOSTILE.maxLength;

/** Makes valid defaults of a field, and a few that are too long. */
const defaultsFor = (field: Field): fc.Arbitrary<Value> => {
  const { maxLength = 0, type } = field;
  if (type || !maxLength || errorOf(field, 'x'.repeat(maxLength))) return valuesFor(field);
  const edge = fc.constantFrom(...['', 'x'.repeat(maxLength)].filter((value) => !errorOf(field, value)));
  return fc.oneof(
    { weight: 12, arbitrary: valuesFor(field) },
    { weight: 12, arbitrary: edge },
    { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength + 1)) },
  );
};

/** Tells whether a field can be unique. A default would be the value of many. */
const canBeUnique = ({ type, items, maxLength = 0, default: value }: Field) =>
  type !== 'boolean' && type !== 'number' && !items && value === undefined && maxLength <= 9;

const plainFields = [HOSTILE, HOSTILE, HOSTILE, notBlank({ minLength: 1, maxLength: 9 }), texts({ maxLength: 9 }), Id];
const otherFields = [integer(), number(), boolean, instant, oneOf('a', 'b'), oneOf('', 'todo'), DIGITS];
export const anyField = fc
  .oneof(
    { weight: 30, arbitrary: fc.constantFrom<Field[]>(...plainFields, ...otherFields) },
    { weight: 1, arbitrary: fc.constant<Field>(LARGE) },
  )
  .chain((kind) => {
    const withDefaults = defaultsFor(kind).map((value): Field => withDefault(kind, value as never));
    return fc.oneof(fc.constant(kind), fc.constant<Field>(optional(kind)), withDefaults);
  })
  .chain((field) => (canBeUnique(field) ? fc.constantFrom(field, field, unique(field)) : fc.constant(field)));

export type Named = readonly [name: string, field: Field];
/** Gives an index to the first text and the first integer that can have one. The table has indexes for both. */
export const withIndexes = (named: readonly Named[]) => {
  const firstOf = (wanted?: string) =>
    named.find(([name, { unique: rule, type, ...field }]) => {
      return !rule && type === wanted && !filterErrorOf(name, { ...field, type, isIndexed: true });
    });
  const found = [firstOf(), firstOf('integer')];
  return named.map((each): Named => (found.includes(each) ? [each[0], indexed(each[1])] : each));
};

export const isDroppable = ([, { isOptional, default: value }]: Named) => isOptional === true || value !== undefined;
