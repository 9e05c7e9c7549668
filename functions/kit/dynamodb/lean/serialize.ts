import type { AttributeValue } from '@aws-sdk/client-dynamodb';

type AttributeValues = Record<string, AttributeValue>;

/** Options of the SDK, with the only values that this file supports. Another value does not compile. */
export type MarshallOptions = { readonly removeUndefinedValues: true; readonly allowImpreciseNumbers: true };
export type UnmarshallOptions = { readonly wrapNumbers: NumberConstructor };

/** Formats a number. Refuses NaN and the infinities, with the SDK's own error. */
const textOf = (value: number) => {
  if (!Number.isFinite(value)) throw new Error(`Special numeric value ${value} is not allowed`);
  return String(value);
};

const unsupported = (name: string, type: string) =>
  new Error(
    `The attribute "${name}" has the type ${type}. Write a string, number, boolean, null, list or plain object, or use ` +
      'the client of the SDK (functions/kit/dynamodb/README.md).',
  );

const marshallValue = (name: string, value: unknown): AttributeValue => {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: textOf(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value))
    return { L: value.filter((each) => each !== undefined).map((each) => marshallValue(name, each)) };
  // Compares the name of the class, as the SDK does. `instanceof` does not know the classes of another context.
  const { constructor: itsClass = Object } = Object(value);
  const type = typeof value === 'object' ? itsClass.name : typeof value;
  if (type === 'Object') return { M: marshallMap(Object(value)) };
  throw unsupported(name, type);
};

/** Leaves out members that are undefined. */
const marshallMap = (values: object) => {
  const result: AttributeValues = {};
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) result[name] = marshallValue(name, value);
  return result;
};

/**
 * Converts an item, a key or values of an expression to DynamoDB's JSON, such as `{ "title": { "S": "Hello" } }`. Ignores
 * the options, because only one value of them compiles.
 */
export const marshall = (values: object, _?: MarshallOptions) => {
  const { M } = marshallValue('of the input', values);
  return M;
};

/** Converts one value of DynamoDB's JSON. A binary value stays base64. */
const unmarshallValue = (value: AttributeValue): unknown => {
  // Checks texts first, because most values are texts.
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.M) return unmarshall(value.M);
  if (value.L) return value.L.map(unmarshallValue);
  if (value.SS) return new Set(value.SS);
  if (value.NS) return new Set(value.NS.map(Number));
  if (value.NULL) return null;
  const { BOOL = value.B ?? (value.BS && new Set(value.BS)) } = value;
  if (BOOL === undefined) throw new Error(`Unsupported type passed: ${Object.keys(value)[0]}`);
  return BOOL;
};

/** Converts DynamoDB's JSON to values. Ignores the options, because only one value of them compiles. */
export const unmarshall = (values: AttributeValues, _?: UnmarshallOptions) => {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) result[name] = unmarshallValue(value);
  return result;
};

/** Members that hold an item, a key, the values of an expression, or a list of items or keys. */
const converted = new Set(
  'Attributes ExclusiveStartKey ExpressionAttributeValues Item Items Key Keys LastEvaluatedKey'.split(' '),
);

/**
 * Members of a batch that have a member for each table, with the name that decides how to convert that member. A table
 * in `Responses` holds items. A table in `RequestItems` or `UnprocessedKeys` holds an object with `Keys`.
 */
const membersByTable: Readonly<Record<string, string>> = { Responses: 'Items', RequestItems: '', UnprocessedKeys: '' };

const convert = (content: object, translate: (held: object) => unknown, name = ''): unknown => {
  const convertMember = (member: unknown, memberName: string) =>
    typeof member === 'object' && member !== null ? convert(member, translate, memberName) : member;
  if (Array.isArray(content)) return content.map((member) => convertMember(member, name));
  if (converted.has(name)) return translate(content);
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(content)) result[key] = convertMember(member, membersByTable[name] ?? key);
  return result;
};

/** Serializes the input of a call: values become DynamoDB's JSON. */
export const serialize = (input: object) => JSON.stringify(convert(input, marshall));

/** Converts the content of a reply: values in DynamoDB's JSON become JavaScript values. */
export const parse = (content: object) => Object(convert(content, (held) => unmarshall(Object(held))));
