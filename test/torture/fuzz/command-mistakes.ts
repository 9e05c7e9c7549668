export type StubItem = Record<string, unknown>;

/** A write command, or one write of a transaction. */
export type StubWrite = {
  readonly Key?: StubItem;
  readonly Item?: StubItem;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: StubItem;
};

/** Lists the reasons why DynamoDB would refuse a command with a ValidationException. Each is a bug of the service. */
export const mistakesIn = (input: object): string[] => {
  const {
    ExpressionAttributeNames: names = {},
    ExpressionAttributeValues: values = {},
    Key,
    Item,
  } = input as StubWrite;
  const text = Object.entries(input)
    .map(([member, value]) => (member.endsWith('Expression') ? value : ''))
    .join(' ');
  const isSame = (used: RegExp, given: object) =>
    String([...new Set(text.match(used))].sort()) === String(Object.keys(given).sort());
  const stored = Object.entries({ ...Key, ...Item, ...values });
  const bytes = stored.reduce((sum, [name, value]) => sum + name.length + Buffer.byteLength(String(value)), 0);
  return [
    ...(isSame(/#\w+/g, names) && isSame(/:\w+/g, values)
      ? []
      : [`the names or values do not match the expression ${text}`]),
    ...stored.filter(([, value]) => value === undefined).map(([name]) => `${name} has no value`),
    ...(bytes > 400 * 1024 ? [`the item has ${bytes} bytes; at most 400 KiB are allowed`] : []),
  ];
};
