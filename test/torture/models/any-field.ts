import fc from 'fast-check';
import { errorOf } from '../../../functions/kit/model/check';
import {
  type Field,
  indexed,
  notBlank,
  optional,
  type Relation,
  unique,
  type Value,
  withDefault,
} from '../../../functions/kit/model/field';
import { Id } from '../../../functions/kit/model/id';
import { boolean, decimal, instant, integer, number, oneOf, texts } from '../../../functions/kit/model/kinds';
import { maxBytesOf } from '../../../functions/kit/model/models';
import { object, objects } from '../../../functions/kit/model/objects';
import { sorted } from '../../../functions/kit/model/sorted';
import { filterErrorOf } from '../../../lib/models/field-rules';
import { readField } from '../../../lib/scaffold/fields/field';
import { fieldKinds } from '../../../lib/scaffold/fields/kinds';
import { valuesFor } from '../values';

/** Text of digits, which may be empty. */
const DIGITS = { maxLength: 9, pattern: [/^\d*$/, 'must have digits only'] } satisfies Field;

/** Text of which an item of DynamoDB holds one, but not two. */
export const LARGE = { maxLength: 60_000 } satisfies Field;
export const isLarge = ({ maxLength }: Field) => maxLength === LARGE.maxLength;

/** Text of more characters than lists compare. */
export const LONG = { maxLength: 256 } satisfies Field;

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
const canBeUnique = ({ type, items, fields, maxLength = 0, default: value }: Field) =>
  type !== 'boolean' && type !== 'number' && !items && !fields && value === undefined && maxLength <= 9;

const plainFields = [
  HOSTILE,
  HOSTILE,
  HOSTILE,
  notBlank({ minLength: 1, maxLength: 9 }),
  texts({ maxLength: 9 }),
  Id,
  LONG,
];
const otherFields = [integer(), number(), boolean, instant, oneOf('a', 'b'), oneOf('', 'todo'), DIGITS];
/** Fields of all kinds that the command knows, but the longest text and the list, and decimals. */
const fieldsOfCommand = [
  ...[decimal(2), decimal(4, { minimum: -1 })],
  ...Object.keys(fieldKinds)
    .map((kind) => readField(`value:${kind}`, 'notes', 'note').field)
    .filter(({ items, maxLength }) => !items && Number(maxLength ?? 0) <= 2048),
];

/** Objects whose members have names that mean something in DynamoDB or in JavaScript. */
const Point = object({ length: integer(), name: optional({ maxLength: 9 }) });
const ofObjects = [
  object({ name: { maxLength: 9 }, size: optional(number()), value: withDefault(instant, '2026-11-01T08:30:00.000Z') }),
  object({ keys: optional(Point), values: optional(Point), tags: texts({ maxLength: 9 }) }),
  object({ size: optional(object({ size: optional(object({ size: optional(boolean) })) })) }),
  objects({ size: integer(), point: optional(Point) }, { maxItems: 9 }),
];

export const anyField = fc
  .oneof(
    { weight: 8, arbitrary: fc.constantFrom<Field[]>(...ofObjects) },
    { weight: 10, arbitrary: fc.constantFrom<Field[]>(...fieldsOfCommand) },
    { weight: 30, arbitrary: fc.constantFrom<Field[]>(...plainFields, ...otherFields) },
    { weight: 1, arbitrary: fc.constant<Field>(LARGE) },
  )
  .chain((kind) => {
    const withDefaults = defaultsFor(kind).map((value): Field => withDefault(kind, value as never));
    const plain = [fc.constant(kind), fc.constant<Field>(optional(kind))];
    return fc.oneof(...plain, ...(kind.fields ? [] : [withDefaults]));
  })
  .chain((field) => (canBeUnique(field) ? fc.constantFrom(field, field, unique(field)) : fc.constant(field)));

export type Named = readonly [name: string, field: Field];

/** Words for which `chainOf` puts the names that a version has: those of its parents and of its indexed fields. */
export const finders = ['parentId', 'otherId', 'text', 'integer'] as const;

/** Makes the rule of a sorted field. */
export const anySorting = fc.record({ within: fc.subarray([...finders], { maxLength: 2 }), isWhole: fc.boolean() });

export const canBeSorted = ({ type, items, fields, maxLength = 0 }: Field) =>
  type !== 'boolean' && !items && !fields && (Boolean(type) || maxBytesOf({ maxLength }) <= 1024);

/** Gives an index to the first text and the first integer that can have one, and sorts lists by some of the fields. */
export const withRules = (
  named: readonly Named[],
  sortings: readonly (typeof anySorting extends fc.Arbitrary<infer S> ? S : never)[],
) => {
  const firstOf = (wanted?: string) =>
    named.find(([name, { unique: rule, type, ...field }]) => {
      return !rule && type === wanted && !filterErrorOf(name, { ...field, type, isIndexed: true });
    });
  const found = [firstOf(), firstOf('integer')];
  const sortable = named.filter(([, field]) => canBeSorted(field));
  return named.map((each): Named => {
    const [name, field] = each;
    const { [sortable.indexOf(each)]: sorting } = sortings;
    const listed: Field = found.includes(each) ? indexed(field) : field;
    return [name, sorting ? sorted(listed, sorting) : listed];
  });
};

/** Returns the fields of a version. An indexed field has an attribute of its noun, and a sorted one names the fields that find. */
export const fieldsOf = (
  named: readonly Named[],
  noun: string,
  relations: readonly Relation[],
): Record<string, Field> => {
  const indexed = (type?: string) => named.find(([, field]) => field.isIndexed && field.type === type)?.[0];
  const names: Readonly<Record<string, string | undefined>> = {
    ...Object.fromEntries(relations.map(({ attribute }) => [attribute, attribute])),
    text: indexed(),
    integer: indexed('integer'),
  };
  return Object.fromEntries(
    named.map(([name, field]) => {
      const { isWhole, within: words = [] } = field.sorted ?? {};
      const own: Field = field.isIndexed ? { ...field, stored: `${noun}_${field.stored ?? name}` } : field;
      const within = words.flatMap((word) => names[word] ?? []);
      return [name, isWhole === undefined ? own : sorted(own, { within, isWhole: isWhole || within.length === 0 })];
    }),
  );
};

export const isDroppable = ([, { isOptional, default: value }]: Named) => isOptional === true || value !== undefined;
