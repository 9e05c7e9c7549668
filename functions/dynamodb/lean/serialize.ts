import { marshall, unmarshall } from './values';

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
export const parse = (content: object) =>
  Object(convert(content, (held) => unmarshall(Object(held), { wrapNumbers: Number })));
