import { randomOf } from '../random';
import { createFaultDraw, kinds } from './fault-kinds';
import { withUnprocessedKeys } from './unprocessed-keys';

const Keys = ['one', 'two', 'three'].map((sk) => ({ pk: { S: 'USER' }, sk: { S: sk } }));
const options = { ProjectionExpression: 'sk, #name', ExpressionAttributeNames: { '#name': 'name' } };
const items = ['three', 'one'].map((sk) => ({ sk: { S: sk }, name: { S: 'Ann' } }));

const json = (content: object) => Buffer.from(JSON.stringify(content));

test('a throttled batch has each key either among its items or among its unprocessed keys', () => {
  const call = json({ RequestItems: { things: { Keys, ...options } } });
  const reply = json({ Responses: { things: items }, UnprocessedKeys: {}, ConsumedCapacity: [{ CapacityUnits: 1 }] });
  const counts = new Set<number>();
  for (let seed = 0; seed < 100; seed++) {
    const content = JSON.parse(withUnprocessedKeys(call, reply, randomOf(seed)));
    const left: typeof Keys = content.UnprocessedKeys.things.Keys;
    const isProcessed = ({ sk }: (typeof items)[number]) => !left.some((key) => key.sk.S === sk.S);
    expect(content).toEqual({
      Responses: { things: items.filter(isProcessed) },
      UnprocessedKeys: { things: { Keys: Keys.filter((key) => left.some(({ sk }) => sk.S === key.sk.S)), ...options } },
      ConsumedCapacity: [{ CapacityUnits: 1 }],
    });
    counts.add(left.length);
  }
  expect([...counts].sort()).toEqual([1, 2, 3]);
});

test.each([
  ['BatchGetItem', 0.01, 190, 240],
  ['BatchGetItem', 0, 0, 0],
  ['GetItem', 0.01, 0, 20],
])('%s at a rate of %d gets %d to %d faults in 1000 calls', (operation, rate, min, max) => {
  const draw = createFaultDraw(randomOf(1), ['throttleKeys', 'failBefore']);
  const drawn = Array.from({ length: 1000 }, () => draw(`DynamoDB_20120810.${operation}`, rate)).filter(Boolean);
  expect(drawn.length).toBeGreaterThanOrEqual(min);
  expect(drawn.length).toBeLessThanOrEqual(max);
});

test('a batch read gets no conflict with a transaction', () => {
  const draw = createFaultDraw(randomOf(1), kinds);
  const drawn = Array.from({ length: 1000 }, () => draw('DynamoDB_20120810.BatchGetItem', 1));
  expect(new Set(drawn).has('conflict')).toBe(false);
});
