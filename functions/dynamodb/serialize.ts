import type { TranslateConfig } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

/** The members whose values are an item, a key or the values of an expression, or a list of items or keys. */
const holders = new Set(
  'Attributes ExclusiveStartKey ExpressionAttributeValues Item Items Key Keys LastEvaluatedKey'.split(' '),
);

/** Members of a batch that have a member for each table. A table of `Responses` holds items, the others hold keys. */
const batches: Readonly<Record<string, string>> = { Responses: 'Items', RequestItems: '', UnprocessedKeys: '' };

const convert = (content: object, translate: (held: object) => unknown, name = ''): unknown => {
  const convertMember = (member: unknown, memberName: string) =>
    typeof member === 'object' && member !== null ? convert(member, translate, memberName) : member;
  if (Array.isArray(content)) return content.map((member) => convertMember(member, name));
  if (holders.has(name)) return translate(content);
  return Object.fromEntries(
    Object.entries(content).map(([key, member]) => [key, convertMember(member, batches[name] ?? key)]),
  );
};

/** Refuses binary values. `this` holds the value as it was before its `toJSON`, which a Buffer has. */
function refuseBytes(this: Record<string, unknown>, name: string, value: unknown) {
  const given = this[name];
  if (ArrayBuffer.isView(given) || given instanceof ArrayBuffer || given instanceof Blob)
    throw new Error(`A value of "${name}" is binary. functions/dynamodb sends none; its README names another client.`);
  return value;
}

/** The body of a call, with its values as DynamoDB writes them. */
export const serialize = (input: object, { marshallOptions }: TranslateConfig) =>
  JSON.stringify(
    convert(input, (held) => marshall(held, marshallOptions)),
    refuseBytes,
  );

/** The content of a reply, with its values as JavaScript has them. */
export const parse = (content: object, { unmarshallOptions }: TranslateConfig) =>
  Object(convert(content, (held) => unmarshall({ ...held }, unmarshallOptions)));
