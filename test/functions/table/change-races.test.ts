import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { equals } from '../../../functions/table/expression';
import { alone, cancelled, conditionFailed, update } from '../../support/dynamodb/commands';
import { posts } from '../../support/resources';
import { notFound, stale, unavailable } from '../../support/responses';
import { anonymousPost, mockTable, otherUser, storedPost, storedUser } from '../../support/table';
import { now, useFixedTime } from '../../support/time';

const table = mockTable();
useFixedTime();

/** Moves the post to another author, which takes a transaction. */
const move = (headers = {}) => posts.ask('replace', { body: { title: 'New', userId: otherUser.sk }, headers });
const rename = () => posts.ask('update', { body: { title: 'New' } });

const moved = { ...storedPost, userId: otherUser.sk };
const newer = (number: number) => ({ ...storedPost, rev: `rev-${number}` });
const losesRace = (Item?: Record<string, unknown>) =>
  cancelled({ Code: 'ConditionalCheckFailed', Item }, 'None', 'None');
/** The revision to which each transaction was pinned, and the authors whose posts it counted. */
const pins = () =>
  table
    .commandCalls(TransactWriteCommand)
    .map(({ args: [{ input }] }) =>
      input.TransactItems?.map(({ Update }) => Update?.ExpressionAttributeValues?.[':revIs'] ?? Update?.Key?.sk),
    );
describe('PUT /posts/{id} in a race', () => {
  beforeEach(() => {
    table.on(UpdateCommand).rejects(conditionFailed(newer(1)));
    table.on(TransactWriteCommand).resolves({});
  });

  test('tries again with what the newer post depends on', async () => {
    table
      .on(TransactWriteCommand)
      .rejectsOnce(losesRace({ ...anonymousPost, rev: 'rev-2' }))
      .resolves({});
    expect((await move()).status).toBe(200);
    expect(pins()).toEqual([
      ['rev-1', storedUser.sk, otherUser.sk],
      ['rev-2', otherUser.sk],
    ]);
  });

  test('does not pause when it only did not know what the post depends on', async () => {
    const random = jest.spyOn(Math, 'random');
    expect((await move()).status).toBe(200);
    expect(random).not.toHaveBeenCalled();
  });

  test('updates the post alone when another request made the same move', async () => {
    table
      .on(UpdateCommand)
      .rejectsOnce(conditionFailed(newer(1)))
      .resolves({});
    table.on(TransactWriteCommand).rejects(losesRace({ ...moved, rev: 'rev-2' }));
    const { status, body } = await move();
    expect([status, body.title, body.userId]).toEqual([200, 'New', otherUser.sk]);
    const [, second] = table.commandCalls(UpdateCommand);
    expect(second?.args[0].input.ExpressionAttributeValues?.[':revIs']).toBe('rev-2');
  });

  test('answers 404 when the post was deleted meanwhile', async () => {
    table.on(TransactWriteCommand).rejects(losesRace());
    expect(await move()).toEqual(notFound);
  });

  test('answers 412 when If-Match no longer holds at the write', async () => {
    table.on(TransactWriteCommand).rejects(losesRace(newer(2)));
    expect(await move({ 'if-match': '"rev-1"' })).toEqual(stale('rev-2'));
  });

  test('answers 503 after twenty tries', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    let count = 1;
    table.on(TransactWriteCommand).callsFake(() => {
      throw losesRace(newer(++count));
    });
    expect(await move()).toEqual(unavailable);
    expect(pins().map((pin) => pin?.[0])).toEqual(Array.from({ length: 19 }, (_, index) => `rev-${index + 1}`));
  });

  test.each([
    ['by a clock that is ahead', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.001Z'],
    ['in this millisecond', now, '2026-11-20T00:00:00.001Z'],
    ['a moment ago', '2026-11-19T23:59:59.999Z', now],
  ])('writes a later updatedAt than an item that was written %s', async (_, updatedAt, later) => {
    table
      .on(UpdateCommand)
      .rejectsOnce(conditionFailed({ ...moved, rev: 'rev-1', updatedAt }))
      .resolves({});
    const { status, body } = await move();
    expect([status, body.updatedAt]).toEqual([200, later]);
    const set = { title: 'New', content: '', userId: otherUser.sk };
    const [kind, input] = alone(update(storedPost, set, equals('rev', 'rev-1')));
    const values = { ...Object(input).ExpressionAttributeValues, ':updatedAt': later };
    expect(table.sent()[1]).toEqual([kind, { ...Object(input), ExpressionAttributeValues: values }]);
  });
});

describe('PATCH /posts/{id} in a race', () => {
  test('keeps the author that the newer post has', async () => {
    table
      .on(UpdateCommand)
      .rejectsOnce(conditionFailed({ ...moved, rev: 'rev-1' }))
      .resolves({});
    const { body } = await rename();
    expect([body.title, body.content, body.userId]).toEqual(['New', 'World', otherUser.sk]);
    expect(table.sent()[1]).toEqual(alone(update(storedPost, { title: 'New' }, equals('rev', 'rev-1'))));
  });

  test('writes nothing when another request made the same change first', async () => {
    table.on(UpdateCommand).rejectsOnce(conditionFailed(newer(1)));
    table.on(UpdateCommand).rejects(conditionFailed({ ...newer(2), title: 'New' }));
    const { status, headers } = await rename();
    expect([status, headers?.etag]).toEqual([200, '"rev-2"']);
  });
});
