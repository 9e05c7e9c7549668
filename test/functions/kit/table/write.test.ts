import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unavailable } from '../../../support/responses';
import { now, skipPauses, useFixedTime } from '../../../support/time';
import { afterLostReply, cancelled, conditionFailed } from '../../../support/unit/errors';
import { mockTable } from '../../../support/unit/table';
import { askThings, path, storedThing } from '../things';

const table = mockTable();
useFixedTime();

const body = { serial: storedThing.serial, label: storedThing.label, note: 'New' };
const createThing = () => askThings('POST /things', { body });

let pauses: ReturnType<typeof skipPauses>;
beforeEach(() => {
  pauses = skipPauses();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
});

describe.each([
  ['TransactionConflict', 10, 160],
  ['ThrottlingError', 100, 500],
  ['ProvisionedThroughputExceeded', 100, 500],
])('a transaction cancelled with %s', (reason, firstMs, maxMs) => {
  // When one reason is a conflict or throttling, the reasons of the other items are unreliable.
  test('is tried again with a new token, even if a condition of another item failed', async () => {
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled('None', reason))
      .rejectsOnce(cancelled(reason, 'ConditionalCheckFailed'))
      .resolves({});
    expect((await createThing()).status).toBe(201);
    const inputs = table.commandCalls(TransactWriteCommand).map(({ args: [{ input }] }) => input);
    const [first, ...others] = inputs.map(({ TransactItems }) => TransactItems);
    expect(others).toEqual([first, first]);
    expect(new Set(inputs.map(({ ClientRequestToken }) => ClientRequestToken)).size).toBe(3);
  });

  test('answers 503 after twenty tries, between which the pauses double up to a limit', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('TransactionConflict', reason));
    expect(await createThing()).toEqual(unavailable);
    expect(table.sent()).toHaveLength(20);
    const [first, second, ...others] = pauses.mock.calls.flat();
    expect([first, second, others.at(-1)]).toEqual([firstMs, 2 * firstMs, maxMs]);
  });
});

test('a transaction is tried again with the same token after a lost reply', async () => {
  table
    .on(TransactWriteCommand)
    .rejectsOnce(afterLostReply(cancelled('TransactionConflict', 'None')))
    .resolves({});
  expect((await createThing()).status).toBe(201);
  const [first, second] = table.sent().map(([, { ClientRequestToken }]) => ClientRequestToken);
  expect(second).toBe(first);
});

test('a transaction cancelled with ValidationError is a 500', async () => {
  table.on(TransactWriteCommand).rejects(cancelled('ValidationError', 'None'));
  expect((await createThing()).status).toBe(500);
});

test('a write of an item that a transaction holds answers 503 when no time is left for another try', async () => {
  const $metadata = { httpStatusCode: 400 };
  table.on(UpdateCommand).rejects(new TransactionConflictException({ message: 'Transaction is ongoing', $metadata }));
  expect(await askThings(`PATCH ${path}`, { body: { note: 'New' }, leftMs: 300 })).toEqual(unavailable);
  expect(table.sent()).toHaveLength(1);
});

describe('a replacement whose condition fails after a lost reply', () => {
  const claims = { iss: 'https://login.example/', sub: 'ada' };
  const older = { updatedAt: '2026-11-19T23:59:59.999Z' };
  const replace = (changes: object) => {
    const error = afterLostReply(conditionFailed({ ...storedThing, ...changes }));
    table.on(UpdateCommand).rejectsOnce(error).resolves({ Attributes: storedThing });
    return askThings(`PUT ${path}`, { body, claims });
  };

  test('answers 503 when another request wrote the thing in the same millisecond', async () => {
    expect(await replace({ updatedAt: now })).toEqual(unavailable);
  });

  test('answers 503 when an older thing is foreign, because it may be a new thing under the same id', async () => {
    jest.replaceProperty(process, 'env', { ...process.env, OWNERSHIP: 'true' });
    expect(await replace({ ...older, owner: 'another' })).toEqual(unavailable);
  });
});
