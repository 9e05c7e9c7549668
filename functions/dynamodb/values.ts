import type { AttributeValue } from '@aws-sdk/client-dynamodb';

type AttributeValues = Record<string, AttributeValue>;

/** Options of the SDK, with the only values that this file carries out. Another value does not compile. */
export type MarshallOptions = { readonly removeUndefinedValues: true };
export type UnmarshallOptions = { readonly wrapNumbers: NumberConstructor };

/** Formats a number. Refuses numbers that DynamoDB or JavaScript would change, with the SDK's own errors. */
const textOf = (value: number) => {
  if (!Number.isFinite(value)) throw new Error(`Special numeric value ${value} is not allowed`);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  const limit = value > 0 ? 'greater than Number.MAX_SAFE_INTEGER' : 'lesser than Number.MIN_SAFE_INTEGER';
  throw new Error(`Number ${value} is ${limit}. Use NumberValue from @aws-sdk/lib-dynamodb.`);
};

const unsupported = (name: string, type: string) =>
  new Error(`"${name}" holds a ${type}. Write other values, or use the SDK's client (functions/dynamodb/README.md).`);

const marshallSet = (name: string, values: unknown[]): AttributeValue => {
  if (values.length === 0) throw new Error('Pass a non-empty set, or options.convertEmptyValues=true.');
  if (values.every((value) => typeof value === 'string')) return { SS: values };
  if (values.every((value) => typeof value === 'number')) return { NS: values.map(textOf) };
  throw unsupported(name, 'Set of other values than only texts or only numbers');
};

const marshallValue = (name: string, value: unknown): AttributeValue => {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: textOf(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map((each) => marshallValue(name, each)) };
  // Compares the name of the class, as the SDK does. `instanceof` does not know the classes of another context.
  const type = typeof value === 'object' ? (value.constructor?.name ?? 'Object') : typeof value;
  if (type === 'Object') return { M: marshall(Object(value)) };
  if (type === 'Set') return marshallSet(name, [...Object(value)]);
  throw unsupported(name, type);
};

/** Converts values to DynamoDB's JSON, such as `{ "S": "text" }`. Leaves out members that are undefined. */
export const marshall = (values: object) => {
  const result: AttributeValues = {};
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) result[name] = marshallValue(name, value);
  return result;
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
  return value.BOOL ?? value.B ?? value.BS ?? null;
};

/** Converts DynamoDB's JSON to values. */
export const unmarshall = (values: AttributeValues, _?: UnmarshallOptions) => {
  const result: Record<string, unknown> = {};
  for (const name in values) if (values[name]) result[name] = unmarshallValue(values[name]);
  return result;
};
