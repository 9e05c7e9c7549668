import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, GetCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { client } from '../../../functions/dynamodb/client';
import type { Random } from '../random';
import { randomId } from './bodies';
import { mistakesIn, type StubItem, type StubWrite } from './command-mistakes';
import { textOf } from './texts';

/** Makes the item that the stub stores under a key. */
const storedAt = (random: Random, { pk, sk }: StubItem): StubItem => {
  const { below, chance } = random;
  if (String(pk).startsWith('EMAIL#')) return { pk, sk, ownerId: randomId(random) };
  const item = { pk, sk, rev: `rev-${below(1000)}`, updatedAt: new Date(1.7e12 + below(1e9)).toISOString() };
  if (pk === 'USER') return { ...item, name: 'Ada', email: `${below(100)}@b`, postCount: chance(0.7) ? 0 : 3 };
  return { ...item, title: 'T', content: textOf(random, below(20)), ...(chance(0.5) && { userId: randomId(random) }) };
};

/** Returns the parts of a command, each with the key of one item. */
const partsOf = (command: { readonly input: object }): StubWrite[] => {
  if (command instanceof TransactWriteCommand)
    return (command.input.TransactItems ?? []).flatMap(({ Put, Update, Delete }) => Put ?? Update ?? Delete ?? []);
  if (!(command instanceof BatchGetCommand)) return [command.input];
  const batches = Object.values(command.input.RequestItems ?? {});
  return batches.flatMap(({ Keys = [], ...options }) => Keys.map((Key) => ({ ...options, Key })));
};

/** Returns the item after an update. Only `SET #name = :value` and `REMOVE #name` are supported. */
const applyUpdate = (
  item: StubItem,
  { UpdateExpression = '', ExpressionAttributeValues: values = {} }: StubWrite,
): StubItem => {
  const [set = '', removed = ''] = UpdateExpression.split(' REMOVE ');
  const assigned = [...set.matchAll(/#(\w+) = (:\w+)/g)].map(([, name = '', value = '']) => [name, values[value]]);
  const deleted = [...removed.matchAll(/#(\w+)/g)].map(([, name = '']) => [name, undefined]);
  return { ...item, ...Object.fromEntries([...assigned, ...deleted]) };
};

const keyOf = ({ Key, Item = {} }: StubWrite): StubItem => Key ?? Item;

/**
 * Tells whether the condition of a write may fail while the invariants hold. The condition cannot fail for a new id,
 * for a count that decreases, or for an e-mail claim that is released.
 */
const mayFail = ({ ExpressionAttributeValues: { ':by': by } = {}, ...write }: StubWrite, isNew: boolean) =>
  !isNew && !(Number(by) < 0) && !(write.Key && String(write.Key.pk).startsWith('EMAIL#'));

/** Makes the stored item that fails the condition of a write; undefined when no item is stored. */
const conflictingItem = (random: Random, write: StubWrite): StubItem | undefined => {
  const key = keyOf(write);
  const { Item, ConditionExpression } = write;
  if (!Item && (ConditionExpression === 'attribute_exists(pk)' || random.chance(0.3))) return undefined;
  // The key was used before, with the same content or with other content.
  if (key.sk === 'KEY') return { ...Item, id: randomId(random), ...(random.chance(0.3) && { fingerprint: 'another' }) };
  return storedAt(random, key);
};

/** Makes an error that cancels a transaction for a temporary reason. */
const temporaryCancellation = (random: Random) => {
  const Code = random.pick(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);
  const CancellationReasons = [{ Code }];
  return new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: { attempts: 1 },
    CancellationReasons,
  });
};

const refusal = (item: StubItem | undefined, position: number | undefined) => {
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
  const Items = Array.from({ length: count }, () => storedAt(random, { pk, sk: randomId(random) }));
  // Makes an item malformed. The list must skip the item.
  if (random.chance(0.05)) delete Items.at(0)?.updatedAt;
  return { Items, LastEvaluatedKey: isFull ? { pk, sk: Items.at(-1)?.sk } : undefined };
};

/** Replies to a batch. Leaves some of the keys unprocessed. */
const batchGet = (random: Random, { input }: BatchGetCommand) => {
  const [[table, { Keys = [] }] = ['', {}]] = Object.entries(input.RequestItems ?? {});
  const left = Keys.filter(() => random.chance(0.02));
  const found = Keys.filter((key) => !left.includes(key) && random.chance(0.8));
  return {
    Responses: { [table]: found.map((key) => storedAt(random, key)) },
    UnprocessedKeys: left.length > 0 ? { [table]: { Keys: left } } : {},
  };
};

/** Replaces DynamoDB by random replies, and records the commands that DynamoDB would refuse. */
export const stubTable = () => {
  let random: Random;
  let isCreation = false;
  let refusals = 0;
  const mistakes: string[] = [];

  const outcome = (writes: readonly StubWrite[], isTransaction: boolean) => {
    // A second refusal makes the service wait, so it is rare.
    if (!random.chance(refusals > 0 ? 0.05 : 0.25)) return;
    refusals++;
    if (isTransaction && random.chance(0.02)) throw temporaryCancellation(random);
    const position = random.below(writes.length);
    const write = writes[position] ?? {};
    if (mayFail(write, isCreation && position === 0))
      throw refusal(conflictingItem(random, write), isTransaction ? position : undefined);
  };

  const send = async (command: { readonly input: object }) => {
    const writes = partsOf(command);
    mistakes.push(...writes.flatMap(mistakesIn));
    const keys = writes.map((write) => JSON.stringify([keyOf(write).pk, keyOf(write).sk]));
    if (new Set(keys).size < keys.length || keys.length > 100)
      mistakes.push(`the command has too many items, or one twice: ${keys}`);
    const ConsumedCapacity = { CapacityUnits: 1 };
    if (command instanceof GetCommand)
      return { ConsumedCapacity, Item: random.chance(0.8) ? storedAt(random, keyOf(command.input)) : undefined };
    if (command instanceof BatchGetCommand) return { ConsumedCapacity, ...batchGet(random, command) };
    if (command instanceof QueryCommand) return { ConsumedCapacity, ...query(random, command) };
    outcome(writes, command instanceof TransactWriteCommand);
    if (!(command instanceof UpdateCommand)) return { ConsumedCapacity };
    return { ConsumedCapacity, Attributes: applyUpdate(storedAt(random, keyOf(command.input)), command.input) };
  };

  Object.assign(client, { send });
  return {
    /** The mistakes in the commands since `begin`. */
    mistakes: () => mistakes,
    /** Starts a request. `source` draws the replies. A creation writes its new item first. */
    begin: (source: Random, creates: boolean) => {
      random = source;
      isCreation = creates;
      refusals = 0;
      mistakes.length = 0;
    },
    stop: () => Reflect.deleteProperty(client, 'send'),
  };
};
