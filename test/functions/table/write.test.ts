import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { CONFLICT, pauseToRetry, THROTTLED } from '../../../functions/table/write';
import { afterLostReply, cancelled, conditionFailed, failedOn } from '../../support/dynamodb/errors';
import { ask, posts, users } from '../../support/resources';
import { unavailable } from '../../support/responses';
import { mockTable, storedPost, storedUser } from '../../support/table';
import { skipPauses } from '../../support/time';

const table = mockTable();
const conflict = () =>
  new TransactionConflictException({ message: 'Transaction is ongoing', $metadata: { httpStatusCode: 400 } });
const alone = (leftMs?: number) => posts.ask('update', { body: { title: 'Hello' }, leftMs });
const withAuthor = (leftMs?: number) => ask('POST /posts', { body: { title: 'Hello', userId: storedUser.sk }, leftMs });

// Ends the pauses before a retry at once, because each is a random part of a limit.
beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
});

describe('a single write of an item that a transaction holds', () => {
  test('is tried again', async () => {
    table.on(UpdateCommand).rejectsOnce(conflict()).rejectsOnce(conflict()).resolves({ Attributes: storedPost });
    expect((await alone()).status).toBe(200);
    const [first, ...others] = table.sent();
    expect(others).toEqual([first, first]);
  });

  test.each([
    ['when no time is left', 300, 1],
    ['after twenty tries', 10_000, 20],
  ])('answers 503 %s', async (_, leftMs, tries) => {
    table.on(UpdateCommand).rejects(conflict());
    expect(await alone(leftMs)).toEqual(unavailable);
    expect(table.sent()).toHaveLength(tries);
  });

  test('answers 503 when its reply was lost and the item has changed since', async () => {
    table
      .on(UpdateCommand)
      .rejectsOnce(afterLostReply(conflict()))
      .rejects(conditionFailed({ ...storedPost, rev: 'rev-of-another', updatedAt: '2999-01-01T00:00:00.000Z' }));
    expect(await posts.ask('replace', { body: { title: 'New' } })).toEqual(unavailable);
    expect(table.sent()).toHaveLength(2);
  });
});

describe.each([
  ['TransactionConflict', 10],
  ['ThrottlingError', 100],
  ['ProvisionedThroughputExceeded', 100],
])('a transaction cancelled with %s', (reason, pauseMs) => {
  // When one reason is a conflict or throttling, the reasons of the other items are unreliable.
  test('is tried again, even if a condition of another item failed', async () => {
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled('None', reason))
      .rejectsOnce(cancelled(reason, 'ConditionalCheckFailed'))
      .resolves({});
    expect((await withAuthor()).status).toBe(201);
    const [first, ...others] = table.sent().map(([, { TransactItems }]) => TransactItems);
    expect(others).toEqual([first, first]);
  });

  test.each([
    ['when no time is left', 300, 1],
    ['after twenty tries', 10_000, 20],
  ])('answers 503 %s', async (_, leftMs, tries) => {
    table.on(TransactWriteCommand).rejects(cancelled('None', reason));
    expect(await withAuthor(leftMs)).toEqual(unavailable);
    expect(table.sent()).toHaveLength(tries);
  });

  test(`pauses for ${pauseMs} ms on average before its first retry`, async () => {
    const sleep = skipPauses();
    jest.mocked(Math.random).mockReturnValue(0.5);
    table.on(TransactWriteCommand).rejectsOnce(cancelled('None', reason)).resolves({});
    await withAuthor();
    expect(sleep.mock.calls).toEqual([[pauseMs]]);
  });

  test.each([
    ['a new token at each try', (error: Error) => error, 3],
    ['the same token after a lost reply', afterLostReply, 1],
  ])('has %s', async (_, marked, tokens) => {
    const error = marked(cancelled(reason, 'None'));
    table.on(TransactWriteCommand).rejectsOnce(error).rejectsOnce(error).resolves({});
    expect((await withAuthor()).status).toBe(201);
    expect(new Set(table.sent().map(([, { ClientRequestToken }]) => ClientRequestToken)).size).toBe(tokens);
  });
});

const failed = (item: object) => failedOn({ ...item, rev: 'rev-of-another' });
const creation = { body: { title: 'Hello' }, headers: { 'if-none-match': '*' } };

// The first attempt can be applied after the refusal of its repetition.
test.each([
  ['creates a post of an unknown user', withAuthor, cancelled('None', 'ConditionalCheckFailed')],
  ['creates a post under an id', () => posts.ask('replace', creation), cancelled(failed(storedPost))],
  ['deletes a post that is gone', () => posts.ask('remove'), cancelled('ConditionalCheckFailed', 'None')],
  ['deletes a user with posts', () => users.ask('remove'), cancelled(failed({ ...storedUser, postCount: 1 }), 'None')],
])('a transaction that %s answers 503 to a refusal after a lost reply', async (_, send, refusal) => {
  table.on(GetCommand).callsFake(({ Key: { pk } }) => ({ Item: pk === 'USER' ? storedUser : storedPost }));
  table.on(TransactWriteCommand).rejects(afterLostReply(refusal));
  expect(await send()).toEqual(unavailable);
  expect(table.commandCalls(TransactWriteCommand)).toHaveLength(1);
});

test('a transaction cancelled with ValidationError is a 500', async () => {
  table.on(TransactWriteCommand).rejects(cancelled('ValidationError', 'None'));
  expect((await withAuthor()).status).toBe(500);
});

describe('the pause before another try', () => {
  test.each([
    ['a conflict', CONFLICT, 2, 20],
    ['a conflict', CONFLICT, 5, 160],
    ['a conflict', CONFLICT, 19, 160],
    ['throttling', THROTTLED, 2, 200],
    ['throttling', THROTTLED, 19, 500],
  ])('after %s with the limits %j and after %i tries is %i ms on average', async (_, limits, tries, pauseMs) => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    const sleep = skipPauses();
    expect(await pauseToRetry(tries, limits)).toBe(true);
    expect(sleep.mock.calls).toEqual([[pauseMs]]);
  });
});
