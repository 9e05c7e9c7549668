import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { handler as create } from '../../../functions/posts/create';
import { handler as replace } from '../../../functions/posts/replace';
import { CONFLICT, pauseToRetry, THROTTLED } from '../../../functions/table/write';
import { eventOf, invoke, unavailable } from '../../support/event';
import { ann, cancelled, conditionFailed, mockTable, post } from '../../support/table';

const table = mockTable();
const conflict = (attempts = 1) =>
  new TransactionConflictException({ message: 'Transaction is ongoing', $metadata: { attempts, httpStatusCode: 400 } });
const alone = (leftMs?: number) => invoke(create, eventOf('POST /posts', { body: { title: 'Hello' } }), leftMs);
const withAuthor = (leftMs?: number) =>
  invoke(create, eventOf('POST /posts', { body: { title: 'Hello', userId: ann.sk } }), leftMs);
const put = () => invoke(replace, eventOf(`PUT /posts/${post.sk}`, { body: { title: 'New' } }));

/** No pause before another try. */
beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
});

describe('two transactions that meet on one item', () => {
  test('make a single write try again', async () => {
    table.on(PutCommand).rejectsOnce(conflict()).rejectsOnce(conflict()).resolves({});
    expect((await alone()).status).toBe(201);
    const [first, ...others] = table.sent();
    expect(others).toEqual([first, first]);
  });

  test('make a transaction try again', async () => {
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled('None', 'TransactionConflict'))
      .rejectsOnce(cancelled('TransactionConflict', 'None'))
      .resolves({});
    expect((await withAuthor()).status).toBe(201);
    const [first, ...others] = table.sent().map(([, { TransactItems }]) => TransactItems);
    expect(others).toEqual([first, first]);
  });

  test.each([
    ['single write', alone],
    ['transaction', withAuthor],
  ])('end a %s with 503 when no time is left', async (_, run) => {
    table.on(PutCommand).rejects(conflict());
    table.on(TransactWriteCommand).rejects(cancelled('TransactionConflict', 'None'));
    expect(await run(300)).toEqual(unavailable());
    expect(table.sent()).toHaveLength(1);
  });

  test.each([
    ['single write', alone],
    ['transaction', withAuthor],
  ])('end a %s with 503 after twenty tries', async (_, run) => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    table.on(PutCommand).rejects(conflict());
    table.on(TransactWriteCommand).rejects(cancelled('TransactionConflict', 'None'));
    expect(await run(10_000)).toEqual(unavailable());
    expect(table.sent()).toHaveLength(20);
  });

  test('leave in doubt a write whose first answer was lost', async () => {
    table
      .on(UpdateCommand)
      .rejectsOnce(conflict(2))
      .rejects(conditionFailed({ ...post, rev: 'rev-of-another', updatedAt: '2999-01-01T00:00:00.000Z' }));
    expect(await put()).toEqual(unavailable());
    expect(table.sent()).toHaveLength(2);
  });

  test('leave no condition the last word while one item is held', async () => {
    table.on(TransactWriteCommand).rejectsOnce(cancelled('TransactionConflict', 'ConditionalCheckFailed')).resolves({});
    expect((await withAuthor()).status).toBe(201);
    expect(table.sent()).toHaveLength(2);
  });

  test.each([
    ['a new transaction each time', 1, 3],
    ['the same transaction once an answer of it was lost', 2, 1],
  ])('are sent as %s', async (_, attempts, tokens) => {
    const held = Object.assign(cancelled('TransactionConflict', 'None'), { $metadata: { attempts } });
    table.on(TransactWriteCommand).rejectsOnce(held).rejectsOnce(held).resolves({});
    expect((await withAuthor()).status).toBe(201);
    expect(new Set(table.sent().map(([, { ClientRequestToken }]) => ClientRequestToken)).size).toBe(tokens);
  });
});

describe('the pause before another try', () => {
  test.each([
    ['a conflict', CONFLICT, 1, 10],
    ['a conflict', CONFLICT, 2, 20],
    ['a conflict', CONFLICT, 5, 160],
    ['a conflict', CONFLICT, 19, 160],
    ['throttling', THROTTLED, 1, 100],
    ['throttling', THROTTLED, 2, 200],
    ['throttling', THROTTLED, 19, 500],
  ])('after %s is, with limits %j and %i tries, %i ms on average', async (_, limits, tries, pauseMs) => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    const timers = jest.requireActual<{ setTimeout: () => Promise<void> }>('node:timers/promises');
    const sleep = jest.spyOn(timers, 'setTimeout').mockResolvedValue();
    expect(await pauseToRetry(tries, limits)).toBe(true);
    expect(sleep.mock.calls).toEqual([[pauseMs]]);
  });
});

describe.each(['ThrottlingError', 'ProvisionedThroughputExceeded'])('a transaction cancelled with %s', (reason) => {
  test('is tried again and answers 201 when the throttling ends', async () => {
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled('None', reason))
      .rejectsOnce(cancelled(reason, 'None'))
      .resolves({});
    expect((await withAuthor()).status).toBe(201);
    const [first, ...others] = table.sent().map(([, { TransactItems }]) => TransactItems);
    expect(others).toEqual([first, first]);
  });

  test('answers 503 when no time is left', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('None', reason));
    expect(await withAuthor(300)).toEqual(unavailable());
    expect(table.sent()).toHaveLength(1);
  });

  test('pauses longer than after a conflict', async () => {
    const timers = jest.requireActual<{ setTimeout: () => Promise<void> }>('node:timers/promises');
    const sleep = jest.spyOn(timers, 'setTimeout').mockResolvedValue();
    jest.mocked(Math.random).mockReturnValue(0.5);
    const firstPauseAfter = async (code: string) => {
      table.reset();
      sleep.mockClear();
      table.on(TransactWriteCommand).rejectsOnce(cancelled('None', code)).resolves({});
      await withAuthor();
      return sleep.mock.calls;
    };
    expect(await firstPauseAfter(reason)).toEqual([[100]]);
    expect(await firstPauseAfter('TransactionConflict')).toEqual([[10]]);
  });
});

describe('a transaction cancelled for another reason', () => {
  test('answers 500 to ValidationError', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('ValidationError', 'None'));
    expect((await withAuthor()).status).toBe(500);
  });
});
