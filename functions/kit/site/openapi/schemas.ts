import { CONTROL, type Field, type Fields } from '../../model/field';
import { idPattern, Timestamp } from '../../model/id';
import { instant } from '../../model/kinds';

type Schema = { readonly [keyword: string]: unknown };

/** Matches every string. An empty pattern would, too, but breaks the code of a client generator. */
export const ANY = '^[\\s\\S]*$';

/** Formats of numbers. Without them, the code of generators for Go and Java has numbers of 32 bits. */
const formats: Readonly<Record<string, string>> = { integer: 'int64', number: 'double' };

/** Texts whose format bounds their length. */
const sizes = { date: { minLength: 10, maxLength: 10 }, uuid: { minLength: 36, maxLength: 36 } } as const;

/** Lets a later version add members to an object. */
export const open = { additionalProperties: true };

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/**
 * Returns the JSON Schema of a field, in a response or in a request. Has one pattern, because client generators lose the type of a
 * string with `allOf`.
 */
export const schemaOfField = (field: Field, isResponse = true): Schema => {
  const { type = 'string', minimum, maximum, decimals, items, maxItems, fields, ...text } = field;
  const { minLength, maxLength, pattern, oneOf } = text;
  const isTime = pattern === Timestamp.pattern || pattern === instant.pattern;
  const multipleOf = decimals && Number(`1e-${decimals.places}`);
  const ofNumber = { type, ...(type in formats && { format: formats[type] }), minimum, maximum, multipleOf };
  const ofObject = fields && schemaOf(fields, {}, isResponse);
  const ofKind = items ? { type: 'array', maxItems, items: schemaOfField(items, isResponse) } : ofNumber;
  const schema = {
    ...(ofObject ?? ofKind),
    ...(minLength && { minLength }),
    ...(maxLength && { maxLength, pattern: `^[^${CONTROL}]*$` }),
    ...(oneOf && { enum: oneOf }),
    ...(pattern && { pattern: pattern[0].source }),
    ...(pattern?.[0] === idPattern[0] && { format: 'uuid', minLength: 36, maxLength: 36 }),
    ...(field.format && { format: field.format, ...sizes[field.format] }),
    ...(isTime && { format: 'date-time', maxLength: maxLength ?? 24 }),
  };
  return field.isNullable ? { anyOf: [schema, { type: 'null' }] } : schema;
};

/** Returns the JSON Schema of a query parameter, which can be a number, a boolean or a list. */
export const schemaOfParameter = (field: Field): Schema => {
  const { default: text, parse = String, items, maxItems } = field;
  if (items) return { type: 'array', minItems: 1, maxItems, items: schemaOfField(items) };
  const value = text === undefined ? undefined : parse(String(text));
  if (typeof value === 'boolean') return { type: 'boolean', default: value };
  // No maximum and no format, because the service accepts a number of any size and lowers it to its maximum.
  if (typeof value === 'number') return { type: 'integer', minimum: 1, default: value };
  return { ...schemaOfField(field), ...(value !== undefined && { default: value }) };
};

/** Describes in words what a schema cannot say. A `default` makes client generators treat the property as required. */
const describeField = (field: Field, isResponse: boolean) => {
  const { default: value, isServerSet, changes, oneOf = [] } = field;
  const sentences = [
    ...(isServerSet ? ['Set by the service: a POST or PUT may have it, without effect.'] : []),
    ...(changes ? oneOf.map((state) => `${changes.describe(state)}.`) : []),
  ];
  if (!isResponse && !isServerSet && value !== undefined) {
    sentences.push(`The default is ${JSON.stringify(value)}.`);
    if (changes) sentences.push('A PUT without it keeps the state.');
  }
  return sentences.length > 0 ? { description: sentences.join(' ') } : {};
};

const propertySchema = (field: Field, isResponse: boolean) => ({
  ...schemaOfField(field, isResponse),
  ...(field.isServerSet && { readOnly: true }),
  ...describeField(field, isResponse),
});

/**
 * Returns the JSON Schema of a model, and of further members. A response has all members with a default, and may get
 * other members in a later version.
 */
export const schemaOf = (fields: Fields, more: object = {}, isResponse = true) => {
  const entries = Object.entries(fields);
  const required = entries.filter(([, field]) => !field.isOptional && (isResponse || field.default === undefined));
  const ofFields = entries.map(([name, field]) => [name, propertySchema(field, isResponse)]);
  const properties = { ...Object.fromEntries(ofFields), ...more };
  return { type: 'object', properties, required: required.map(([name]) => name), additionalProperties: isResponse };
};
