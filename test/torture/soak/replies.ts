type AttributeValue = { readonly S: string } | { readonly N: string };
type CannedItem = Record<string, AttributeValue>;
type CannedWrite = { readonly Key?: CannedItem; readonly Item?: CannedItem };
export type CommandInput = CannedWrite & {
  readonly Limit?: number;
  readonly Select?: string;
  readonly ExpressionAttributeValues?: CannedItem;
  readonly TransactItems?: readonly {
    readonly Put?: CannedWrite;
    readonly Update?: CannedWrite;
    readonly Delete?: CannedWrite;
  }[];
};
/** The status and the JSON content of a reply. */
export type CannedReply = readonly [status: number, content: object];

/**
 * Picks one of `count` calls by the number of the call. The number is mixed first. Without this, a loop in the service
 * could always get the same reply.
 */
const isOneIn = (count: number, n: number) => (Math.imul(n, 0x9e3779b1) >>> 16) % count === 0;

const text = (value: string) => ({ S: value });
const textOf = (value: AttributeValue | undefined) => (value && 'S' in value ? value.S : '');
const idOf = (n: number) => `01890000-0000-7000-8000-${(n % 2 ** 32).toString(16).padStart(12, '0')}`;

const keyOf = ({ Key, Item = {} }: CannedWrite): CannedItem => Key ?? Item;

/** The item that the table has under a key. */
const storedAt = ({ pk, sk }: CannedItem, n: number): CannedItem => {
  const item = { pk: text(textOf(pk)), sk: text(textOf(sk)), rev: text('current') };
  if (textOf(sk) === 'EMAIL') return { ...item, ownerId: text(idOf(n)) };
  if (textOf(sk) === 'KEY') return { ...item, id: text(idOf(n)), fingerprint: text('of another body') };
  const dated = { ...item, updatedAt: text('2026-01-01T00:00:00.000Z') };
  if (textOf(pk) === 'USER')
    return {
      ...dated,
      name: text('Ada'),
      email: text(`ada-${n}@example.com`),
      postCount: { N: isOneIn(10, n) ? '3' : '0' },
    };
  return {
    ...dated,
    title: text(`Post ${n}`),
    content: text('Some text. '.repeat(10)),
    ...(isOneIn(2, n) && { userId: text(idOf(n)) }),
  };
};

const errorOf = (name: string, rest: object, status = 400): CannedReply => [
  status,
  { __type: `com.amazonaws.dynamodb.v20120810#${name}`, ...rest },
];

export const throttled = () => errorOf('ThrottlingException', { message: 'The rate of requests is too high' });
export const failed = () => errorOf('InternalServerError', { message: 'Internal server error' }, 500);

/** Cancels a transaction because of one of its items. */
export const cancelled = ({ TransactItems = [] }: CommandInput, position: number, reason: object) => {
  const CancellationReasons = TransactItems.map((_, i) => (i === position ? reason : { Code: 'None' }));
  return errorOf('TransactionCanceledException', { Message: 'Transaction cancelled', CancellationReasons });
};

const used = (CapacityUnits: number) => ({ TableName: 'table', CapacityUnits });

/** Selects a quarter of the writes for a failed condition. */
const isRefused = (n: number) => isOneIn(4, n);
/** Makes the item that a failed condition returns. A third of the updates and deletions find no item. */
const conflictingItem = (write: CannedWrite, n: number) =>
  isOneIn(12, n) && !write.Item ? {} : { Item: storedAt(keyOf(write), n) };

const refuseOne = (write: CannedWrite, n: number) =>
  errorOf('ConditionalCheckFailedException', {
    message: 'The conditional request failed',
    ...conflictingItem(write, n),
  });

const single = (input: CommandInput, n: number): CannedReply => {
  if (isRefused(n)) return refuseOne(input, n);
  return [200, { ConsumedCapacity: used(1), Attributes: storedAt(keyOf(input), n) }];
};

const transaction = (input: CommandInput, n: number): CannedReply => {
  const { TransactItems: items = [] } = input;
  if (isOneIn(200, n)) return cancelled(input, 0, { Code: 'TransactionConflict' });
  if (!isRefused(n)) return [200, { ConsumedCapacity: [used(2 * items.length)] }];
  const position = n % items.length;
  const { Put, Update, Delete } = items[position] ?? {};
  const conflict = conflictingItem(Put ?? Update ?? Delete ?? {}, n);
  return cancelled(input, position, { Code: 'ConditionalCheckFailed', ...conflict });
};

const query = ({ Limit = 50, Select, ExpressionAttributeValues }: CommandInput, n: number): CannedReply => {
  const ConsumedCapacity = used(0.5);
  if (Select === 'COUNT') return [200, { Count: 42, ConsumedCapacity }];
  const isFull = isOneIn(5, n);
  const count = isFull ? Limit : Math.min(n % 4, Limit);
  const pk = ExpressionAttributeValues?.[':within'] ?? text('POST');
  const Items = Array.from({ length: count }, (_, i) => storedAt({ pk, sk: text(idOf(n + i)) }, n + i));
  // Makes an item malformed. The list must skip and log the item.
  if (isOneIn(20, n)) delete Items[0]?.updatedAt;
  const key = { pk, sk: text(idOf(n + count - 1)) };
  return [200, { Items, Count: count, ConsumedCapacity, ...(isFull && { LastEvaluatedKey: key }) }];
};

/** The replies of each operation. The number of the call in its group selects one of them. */
export const replies: Record<string, (input: CommandInput, n: number) => CannedReply> = {
  GetItem: (input, n) => [
    200,
    { ConsumedCapacity: used(1), ...(!isOneIn(5, n) && { Item: storedAt(keyOf(input), n) }) },
  ],
  PutItem: single,
  UpdateItem: single,
  DeleteItem: single,
  Query: query,
  TransactWriteItems: transaction,
};
