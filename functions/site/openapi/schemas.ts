import { CONTROL, type Field, type Fields } from '../../model/field';
import { Instant, idPattern } from '../../model/id';

type Schema = { readonly [keyword: string]: unknown };

/** Matches every string. An empty pattern would, too, but breaks the code of a client generator. */
export const ANY = '^[\\s\\S]*$';

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns the JSON Schema of a field. Has one pattern, because client generators lose the type of a string with `allOf`. */
export const schemaOfField = (field: Field): Schema => {
  const { minLength, maxLength, pattern, oneOf, isNullable } = field;
  const schema = {
    type: 'string',
    ...(minLength && { minLength }),
    ...(maxLength && { maxLength, pattern: `^[^${CONTROL}]*$` }),
    ...(oneOf && { enum: oneOf }),
    ...(pattern && { pattern: pattern[0].source }),
    ...(pattern?.[0] === idPattern[0] && { format: 'uuid', minLength: 36, maxLength: 36 }),
    ...(field === Instant && { format: 'date-time', maxLength: 24 }),
  };
  return isNullable ? { anyOf: [schema, { type: 'null' }] } : schema;
};

/** Returns the JSON Schema of a query parameter, which can be a number, a boolean or a list. */
export const schemaOfParameter = (field: Field): Schema => {
  const { default: text, parse = String, maxItems } = field;
  if (maxItems) return { type: 'array', minItems: 1, maxItems, items: schemaOfField(field) };
  const value = text === undefined ? undefined : parse(text);
  if (typeof value === 'boolean') return { type: 'boolean', default: value };
  // No maximum and no format, because the service accepts a number of any size and lowers it to its maximum.
  if (typeof value === 'number') return { type: 'integer', minimum: 1, default: value };
  return { ...schemaOfField(field), ...(value !== undefined && { default: value }) };
};

/** States the default in words, because client generators treat a property with a `default` as required. */
const propertySchema = (field: Field) => ({
  ...schemaOfField(field),
  ...(field.default !== undefined && { description: `The default is ${JSON.stringify(field.default)}.` }),
});

/** Returns the JSON Schema of a model, and of further members. A response may get members in a later version. */
export const schemaOf = (fields: Fields, more: object = {}, additionalProperties = true) => {
  const entries = Object.entries(fields);
  const required = entries.filter(([, field]) => !field.isOptional && field.default === undefined);
  const properties = { ...Object.fromEntries(entries.map(([name, field]) => [name, propertySchema(field)])), ...more };
  return { type: 'object', properties, required: required.map(([name]) => name), additionalProperties };
};
