import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

/** What a model's own checks say, as JSON Schema says it: the number in the message is the one that is checked. */
const CHECKS: readonly (readonly [RegExp, (...numbers: number[]) => JsonSchema])[] = [
  [/^must be at most (\d+) characters long$/, (maxLength) => ({ maxLength })],
  [/^must be at least (\d+) characters long$/, (minLength) => ({ minLength })],
  [/^must not be empty$/, () => ({ minLength: 1 })],
  [
    /^must not contain control characters or lone surrogates$/,
    () => ({ pattern: '^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]*$' }),
  ],
  [
    /^must be a whole number from (\d+) to (\d+)$/,
    // What is beyond the larger one is taken as that.
    (minimum) => ({ type: 'integer', format: 'int32', minimum, maximum: 2 ** 31 - 1 }),
  ],
];

const checked = (message: string): JsonSchema | undefined => {
  for (const [pattern, toSchema] of CHECKS) {
    const [all, ...numbers] = pattern.exec(message) ?? [];
    if (all !== undefined) return toSchema(...numbers.map(Number));
  }
  return undefined;
};

const UUID = { format: 'uuid', minLength: 36, maxLength: 36 } as const;

/** A second pattern on the same string stands beside the first. */
const withPattern = (schema: JsonSchema, pattern: string): JsonSchema =>
  schema.pattern === undefined || schema.pattern === pattern
    ? { ...schema, pattern }
    : { ...schema, allOf: [...(schema.allOf ?? []), { pattern }] };

type Action = { readonly type: string; readonly message?: unknown; readonly requirement?: unknown };

const convertAction = (action: Action, schema: JsonSchema): JsonSchema => {
  if (action.type === 'transform') return schema;
  // What is said of a model for other ends than describing it.
  if (action.type === 'metadata')
    return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== 'aliases'));
  const rule = checked(String(action.message));
  if (rule?.pattern !== undefined) return withPattern(schema, rule.pattern);
  if (rule?.type === 'integer') return rule;
  if (rule) return { ...schema, ...rule };
  if (!(action.requirement instanceof RegExp)) throw new Error(`Nothing describes "${String(action.message)}".`);
  const isId = /an id as this service writes it/.test(String(action.message));
  return { ...withPattern(schema, action.requirement.source), ...(isId && UUID) };
};

/** `"true"` and `"50"` are how an address writes a boolean and a number. */
const inQuery = (schema: JsonSchema): JsonSchema => {
  const { enum: values, type, default: given } = schema;
  if (values?.includes('true')) return { type: 'boolean' };
  const isWritten = typeof given === 'string' && (type === 'boolean' || type === 'integer');
  return isWritten ? { ...schema, default: JSON.parse(given) } : schema;
};

/** Said in words: generators of clients take a member with a `default` for one that must be given. */
const withoutDefault = ({ default: given, ...schema }: JsonSchema): JsonSchema =>
  given === undefined ? schema : { ...schema, description: `Where it is left out: ${JSON.stringify(given)}.` };

const closed = (schema: JsonSchema): JsonSchema => {
  if (schema.type !== 'object' || !schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, member]) => [name, withoutDefault(Object(member))]);
  return { ...schema, properties: Object.fromEntries(properties), additionalProperties: false };
};

/** A model, as JSON Schema: what the handlers validate with is what is described. */
export const schemaOf = (model: GenericSchema): JsonSchema => {
  const { $schema: _, ...schema } = toJsonSchema(model, {
    typeMode: 'input',
    overrideAction: ({ valibotAction, jsonSchema }) => convertAction(valibotAction, jsonSchema),
    overrideSchema: ({ jsonSchema }) => inQuery(closed(jsonSchema)),
  });
  return schema;
};
