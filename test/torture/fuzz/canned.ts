import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { client } from '../../../functions/table/client';
import type { Random } from '../random';
import { idOf } from './bodies';
import { textOf } from './texts';

type Item = Record<string, unknown>;
type Write = {
  readonly Key?: Item;
  readonly Item?: Item;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Item;
};

/** What stands in the table under a key. */
const standing = (random: Random, { pk, sk }: Item): Item => {
  const { below, chance } = random;
  if (String(pk).startsWith('EMAIL#')) return { pk, sk, ownerId: idOf(random) };
  const item = { pk, sk, rev: `rev-${below(1000)}`, updatedAt: new Date(1.7e12 + below(1e9)).toISOString() };
  if (pk === 'USER') return { ...item, name: 'Ada', email: `${below(100)}@b`, postCount: chance(0.7) ? 0 : 3 };
  return { ...item, title: 'T', content: textOf(random, below(20)), ...(chance(0.5) && { userId: idOf(random) }) };
};

/** What DynamoDB would refuse a command for; our own mistake, and so a 500. */
const mistakesIn = (input: object): string[] => {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {}, Key, Item } = input as Write;
  const text = Object.entries(input)
    .map(([member, value]) => (member.endsWith('Expression') ? value : ''))
    .join(' ');
  const isSame = (used: RegExp, given: object) =>
    String([...new Set(text.match(used))].sort()) === String(Object.keys(given).sort());
  const stored = Object.entries({ ...Key, ...Item, ...values });
  const bytes = stored.reduce((sum, [name, value]) => sum + name.length + Buffer.byteLength(String(value)), 0);
  return [
    ...(isSame(/#\w+/g, names) && isSame(/:\w+/g, values) ? [] : [`names and values that do not fit ${text}`]),
    ...stored.filter(([, value]) => value === undefined).map(([name]) => `no value for ${name}`),
    ...(bytes > 400 * 1024 ? [`an item of ${bytes} bytes`] : []),
  ];
};

const writesOf = ({ input }: TransactWriteCommand): Write[] =>
  (input.TransactItems ?? []).flatMap(({ Put, Update, Delete }) => [Put ?? [], Update ?? [], Delete ?? []].flat());

/** The item after an update, as far as it sets plain values and removes some. */
const updated = (item: Item, { UpdateExpression = '', ExpressionAttributeValues: values = {} }: Write): Item => {
  const [set = '', removed = ''] = UpdateExpression.split(' REMOVE ');
  const given = [...set.matchAll(/#(\w+) = (:\w+)/g)].map(([, name = '', value = '']) => [name, values[value]]);
  const gone = [...removed.matchAll(/#(\w+)/g)].map(([, name = '']) => [name, undefined]);
  return { ...item, ...Object.fromEntries([...given, ...gone]) };
};

const keyOf = ({ Key, Item = {} }: Write): Item => Key ?? Item;

/**
 * What of a write's condition may fail while the table is in order: an id just minted is free, and what is counted
 * out or given back was there.
 */
const mayFail = ({ ExpressionAttributeValues: { ':by': by } = {}, ...write }: Write, isNew: boolean) =>
  !isNew && !(Number(by) < 0) && !(write.Key && String(write.Key.pk).startsWith('EMAIL#'));

/** What stands in the way of a write whose condition fails; nothing when the item is not there. */
const obstacle = (random: Random, write: Write): Item | undefined => {
  const key = keyOf(write);
  const { Item, ConditionExpression } = write;
  if (!Item && (ConditionExpression === 'attribute_exists(pk)' || random.chance(0.3))) return undefined;
  // The first answer of an idempotency key, to the same content or to another.
  if (key.sk === 'KEY') return { ...Item, id: idOf(random), ...(random.chance(0.3) && { fingerprint: 'another' }) };
  return standing(random, key);
};

/** Cancels a transaction for a reason that passes. */
const cancellation = (random: Random) => {
  const Code = random.pick(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);
  const CancellationReasons = [{ Code }];
  return new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: { attempts: 1 },
    CancellationReasons,
  });
};

const refusal = (item: Item | undefined, position: number | undefined) => {
  const Item = item && marshall(item);
  const $metadata = { attempts: 1 };
  if (position === undefined) return new ConditionalCheckFailedException({ message: 'Refused', $metadata, Item });
  const CancellationReasons = [...Array(position).fill({ Code: 'None' }), { Code: 'ConditionalCheckFailed', Item }];
  return new TransactionCanceledException({ message: 'Refused', $metadata, CancellationReasons });
};

const query = (random: Random, { input }: QueryCommand) => {
  const { Limit = 1, ExpressionAttributeValues: { ':within': within } = {} } = input;
  const isFull = random.chance(0.3);
  const count = isFull ? 1 + random.below(Limit) : random.below(Math.min(Limit, 5));
  const pk = within === 'USER' ? 'USER' : 'POST';
  const Items = Array.from({ length: count }, () => standing(random, { pk, sk: idOf(random) }));
  // An item that nobody can read never breaks a list.
  if (random.chance(0.05)) delete Items.at(0)?.updatedAt;
  return { Items, LastEvaluatedKey: isFull ? { pk, sk: Items.at(-1)?.sk } : undefined };
};

/** DynamoDB without a network: it answers at random what it might, and notes what it would not have understood. */
export const startCanned = () => {
  let random: Random;
  let isCreation = false;
  let refusals = 0;
  const mistakes: string[] = [];

  const outcome = (writes: readonly Write[], isTransaction: boolean) => {
    // A second refusal makes the service wait; most requests should not.
    if (!random.chance(refusals > 0 ? 0.05 : 0.25)) return;
    refusals++;
    if (isTransaction && random.chance(0.02)) throw cancellation(random);
    const position = random.below(writes.length);
    const write = writes[position] ?? {};
    if (mayFail(write, isCreation && position === 0))
      throw refusal(obstacle(random, write), isTransaction ? position : undefined);
  };

  const send = async (command: { readonly input: object }) => {
    const writes = command instanceof TransactWriteCommand ? writesOf(command) : [command.input as Write];
    mistakes.push(...writes.flatMap(mistakesIn));
    const keys = writes.map((write) => JSON.stringify([keyOf(write).pk, keyOf(write).sk]));
    if (new Set(keys).size < keys.length || keys.length > 100) mistakes.push(`a transaction of ${keys}`);
    const ConsumedCapacity = { CapacityUnits: 1 };
    if (command instanceof GetCommand)
      return { ConsumedCapacity, Item: random.chance(0.8) ? standing(random, keyOf(command.input)) : undefined };
    if (command instanceof QueryCommand) return { ConsumedCapacity, ...query(random, command) };
    outcome(writes, command instanceof TransactWriteCommand);
    if (!(command instanceof UpdateCommand)) return { ConsumedCapacity };
    return { ConsumedCapacity, Attributes: updated(standing(random, keyOf(command.input)), command.input) };
  };

  Object.assign(client, { send });
  return {
    /** What it was asked since the request began and would have refused. */
    mistakes: () => mistakes,
    /** Before each request: where its answers come from, and whether it creates under an id of its own. */
    begin: (source: Random, creates: boolean) => {
      random = source;
      isCreation = creates;
      refusals = 0;
      mistakes.length = 0;
    },
    stop: () => Reflect.deleteProperty(client, 'send'),
  };
};
