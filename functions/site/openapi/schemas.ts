import { CONTROL, type Field, type Fields } from '../../model/field';
import { idPattern } from '../../model/id';

type Schema = { readonly [keyword: string]: unknown };

/** Matches every string. An empty pattern would, too, but breaks the code of a client generator. */
export const ANY = '^[\\s\\S]*$';

const UUID = { format: 'uuid', minLength: 36, maxLength: 36 } as const;

/** Returns a single pattern, because client generators lose the type of a string that has `allOf`. */
const patternOf = ({ maxLength, pattern }: Field) => {
  if (pattern) return { pattern: pattern[0].source };
  return maxLength ? { pattern: `^[^${CONTROL}]*$` } : {};
};

const stringSchema = (field: Field): Schema => {
  const { minLength, maxLength, pattern, oneOf } = field;
  return {
    type: 'string',
    ...(minLength && { minLength }),
    ...(maxLength && { maxLength }),
    ...(oneOf && { enum: oneOf }),
    ...(pattern === idPattern && UUID),
    ...patternOf(field),
  };
};

/** Returns the JSON Schema of a field. */
export const schemaOfField = (field: Field): Schema => {
  const schema = stringSchema(field);
  return field.isNullable ? { anyOf: [schema, { type: 'null' }] } : schema;
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
const propertySchema = (field: Field) => {
  const description = `The default is ${JSON.stringify(field.default)}.`;
  return { ...schemaOfField(field), ...(field.default !== undefined && { description }) };
};

/** Returns the JSON Schema of a model. */
export const schemaOf = (fields: Fields) => {
  const isRequired = ([, { isOptional, default: value }]: [string, Field]) => !isOptional && value === undefined;
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, propertySchema(field)])),
    required: entries.filter(isRequired).map(([name]) => name),
    additionalProperties: false,
  };
};
