import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { cancelled, conditionFailed } from '../../support/dynamodb/commands';
import { posts } from '../../support/resources';
import { unavailable } from '../../support/responses';
import { mockTable, otherUser, storedPost } from '../../support/table';
import { now, useFixedTime } from '../../support/time';

const table = mockTable();
useFixedTime();

/** Moves the post to another author, which takes a transaction. */
const move = (headers = {}) => posts.ask('replace', { body: { title: 'New', userId: otherUser.sk }, headers });

const moved = { ...storedPost, userId: otherUser.sk };
const newer = { ...storedPost, rev: 'rev-newer' };
/** Fails an update with the item that the update itself wrote. */
const loseReply = ({ ExpressionAttributeValues: values }: { ExpressionAttributeValues: Record<string, unknown> }) => {
  throw conditionFailed({ ...moved, title: 'New', rev: values[':rev'] }, 2);
};

describe('PUT /posts/{id} after a lost reply', () => {
  test('answers 200 with the revision that it finds as its own', async () => {
    table.on(UpdateCommand).callsFake(loseReply);
    const { status, headers, body } = await move();
    const [[, input] = []] = table.sent();
    expect([status, body.title, body.userId]).toEqual([200, 'New', otherUser.sk]);
    expect(headers?.etag).toBe(`"${input.ExpressionAttributeValues[':rev']}"`);
    expect(table.sent()).toHaveLength(1);
  });

  test('answers 200 when it had lost a race before', async () => {
    table.on(UpdateCommand).rejectsOnce(conditionFailed(moved)).callsFake(loseReply);
    expect((await move()).status).toBe(200);
    expect(table.sent()).toHaveLength(2);
  });

  test.each([
    ['has changed', { ...newer, updatedAt: '2999-01-01T00:00:00.000Z' }],
    ['has changed in the same millisecond', { ...newer, updatedAt: now }],
    ['is gone', undefined],
  ])('answers 503 when the post %s since', async (_, item) => {
    table.on(UpdateCommand).rejects(conditionFailed(item, 2));
    expect(await move({ 'if-match': '"rev-of-post"' })).toEqual(unavailable);
    expect(table.sent()).toHaveLength(1);
  });

  test('is not in doubt when the stored item is older than its own attempts', async () => {
    const older = conditionFailed({ ...moved, rev: 'rev-1', updatedAt: '2020-01-01T00:00:00.000Z' }, 2);
    table.on(UpdateCommand).rejectsOnce(older).resolves({});
    expect((await move()).status).toBe(200);
    table.on(UpdateCommand).rejects(older);
    expect((await move({ 'if-match': '"rev-of-another"' })).status).toBe(412);
  });

  test('is not in doubt about a transaction, whose token makes a repetition safe', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(newer));
    const late = cancelled({ Code: 'ConditionalCheckFailed', Item: { ...newer, rev: 'rev-newest' } }, 'None', 'None');
    late.$metadata.attempts = 2;
    table.on(TransactWriteCommand).rejectsOnce(late).resolves({});
    expect((await move()).status).toBe(200);
    const [, , [, { TransactItems }] = []] = table.sent();
    expect(TransactItems[0].Update.ExpressionAttributeValues).toMatchObject({ ':revIs': 'rev-newest' });
  });
});
