import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { equals } from '../../../functions/table/expression';
import { alone, conditionFailed, update } from '../../support/dynamodb/commands';
import { losesRace, move, moved, newer, pinsIn } from '../../support/dynamodb/races';
import { posts } from '../../support/resources';
import { notFoundByPut, stale, unavailable } from '../../support/responses';
import { anonymousPost, mockTable, otherUser, storedPost, storedUser } from '../../support/table';
import { now, useFixedTime } from '../../support/time';

const table = mockTable();
useFixedTime();

const rename = () => posts.ask('update', { body: { title: 'New' } });

describe('PUT /posts/{id} in a race', () => {
  beforeEach(() => {
    table.on(UpdateCommand).rejects(conditionFailed(newer(1)));
    table.on(TransactWriteCommand).resolves({});
  });

  test('tries again with what the newer post depends on', async () => {
    const race = losesRace({ ...anonymousPost, rev: 'rev-2' });
    table.on(TransactWriteCommand).rejectsOnce(race).resolves({});
    expect((await move()).status).toBe(200);
    expect(pinsIn(table)).toEqual([
      ['rev-1', storedUser.sk, otherUser.sk],
      ['rev-2', otherUser.sk],
    ]);
  });

  test.each([
    ['no transaction, as it only did not know what the post depends on', 0, 0],
    ['every second of four transactions, as a revision is old after a pause', 4, 2],
  ])('pauses before %s', async (_, lost, pauses) => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(0);
    const transactions = table.on(TransactWriteCommand);
    for (let number = 2; number < lost + 2; number++) transactions.rejectsOnce(losesRace(newer(number)));
    transactions.resolves({});
    expect((await move()).status).toBe(200);
    expect(random).toHaveBeenCalledTimes(pauses);
  });

  test('updates the post alone when another request made the same move', async () => {
    const unlinked = conditionFailed(newer(1));
    table.on(UpdateCommand).rejectsOnce(unlinked).resolves({});
    table.on(TransactWriteCommand).rejects(losesRace({ ...moved, rev: 'rev-2' }));
    const { status, body } = await move();
    expect([status, body.title, body.userId]).toEqual([200, 'New', otherUser.sk]);
    expect(table.sent().at(-1)?.[1].ExpressionAttributeValues[':revIs']).toBe('rev-2');
  });

  test.each([
    ['404 when the post was deleted meanwhile', losesRace(), notFoundByPut],
    ['412 when If-Match no longer holds at the write', losesRace(newer(2)), stale('rev-2')],
  ])('answers %s', async (_, error, response) => {
    table.on(TransactWriteCommand).rejects(error);
    expect(await move({ 'if-match': '"rev-1"' })).toEqual(response);
  });

  test('answers 503 after twenty tries', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    let count = 1;
    table.on(TransactWriteCommand).callsFake(() => {
      throw losesRace(newer(++count));
    });
    expect(await move()).toEqual(unavailable);
    expect(pinsIn(table).map((pin) => pin?.[0])).toEqual(Array.from({ length: 19 }, (_, index) => `rev-${index + 1}`));
  });

  test.each([
    ['by a clock that is ahead', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.001Z'],
    ['in this millisecond', now, '2026-11-20T00:00:00.001Z'],
    ['a moment ago', '2026-11-19T23:59:59.999Z', now],
  ])('writes a later updatedAt than an item that was written %s', async (_, updatedAt, later) => {
    const written = conditionFailed({ ...moved, updatedAt });
    table.on(UpdateCommand).rejectsOnce(written).resolves({});
    expect(await move()).toMatchObject({ status: 200, body: { updatedAt: later } });
    expect(table.sent()[1]?.[1].ExpressionAttributeValues[':updatedAt']).toBe(later);
  });
});

describe('PATCH /posts/{id} in a race', () => {
  test('keeps the author that the newer post has', async () => {
    const race = conditionFailed({ ...moved, rev: 'rev-1' });
    table.on(UpdateCommand).rejectsOnce(race).resolves({});
    const { body } = await rename();
    expect([body.title, body.content, body.userId]).toEqual(['New', 'World', otherUser.sk]);
    expect(table.sent()[1]).toEqual(alone(update(storedPost, { title: 'New' }, equals('rev', 'rev-1'))));
  });

  test('writes nothing when another request made the same change first', async () => {
    table.on(UpdateCommand).rejectsOnce(conditionFailed(newer(1)));
    table.on(UpdateCommand).rejects(conditionFailed({ ...newer(2), title: 'New' }));
    expect(await rename()).toMatchObject({ status: 200, headers: { etag: '"rev-2"' } });
  });
});
