import type { TranslateConfig } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

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
  return Object.fromEntries(
    Object.entries(content).map(([key, member]) => [key, convertMember(member, membersByTable[name] ?? key)]),
  );
};

/** Refuses binary values. Reads the value from `this`, because `value` is already the result of a Buffer's `toJSON`. */
function refuseBytes(this: Record<string, unknown>, name: string, value: unknown) {
  const given = this[name];
  if (ArrayBuffer.isView(given) || given instanceof ArrayBuffer || given instanceof Blob)
    throw new Error(`A value of "${name}" is binary. Send text, or use another client (functions/dynamodb/README.md).`);
  return value;
}

/** Serializes the input of a call: values become DynamoDB's JSON, such as `{ "S": "text" }`. */
export const serialize = (input: object, { marshallOptions }: TranslateConfig) =>
  JSON.stringify(
    convert(input, (held) => marshall(held, marshallOptions)),
    refuseBytes,
  );

/** Converts the content of a reply: values in DynamoDB's JSON become JavaScript values. */
export const parse = (content: object, { unmarshallOptions }: TranslateConfig) =>
  Object(convert(content, (held) => unmarshall({ ...held }, unmarshallOptions)));
