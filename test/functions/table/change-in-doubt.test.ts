import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterLostReply, conditionFailed } from '../../support/dynamodb/commands';
import { losesRace, move, moved, newer, pinsIn } from '../../support/dynamodb/races';
import { posts } from '../../support/resources';
import { unavailable } from '../../support/responses';
import { mockTable, otherUser } from '../../support/table';
import { now, useFixedTime } from '../../support/time';

const table = mockTable();
useFixedTime();

describe('PUT /posts/{id} after a lost reply', () => {
  /** Fails an update with the item that the update itself wrote. */
  const loseReply = ({ ExpressionAttributeValues: values }: { ExpressionAttributeValues: Record<string, unknown> }) => {
    throw afterLostReply(conditionFailed({ ...moved, title: 'New', rev: values[':rev'] }));
  };

  test('answers 200 with the revision that it finds as its own, after a lost race', async () => {
    table.on(UpdateCommand).rejectsOnce(conditionFailed(moved)).callsFake(loseReply);
    const { status, headers, body } = await move();
    expect([status, body.title, body.userId]).toEqual([200, 'New', otherUser.sk]);
    expect(headers?.etag).toBe(`"${table.sent()[1]?.[1].ExpressionAttributeValues[':rev']}"`);
    expect(table.sent()).toHaveLength(2);
  });

  test.each([
    ['has changed', { ...newer(1), updatedAt: '2999-01-01T00:00:00.000Z' }],
    ['has changed in the same millisecond', { ...newer(1), updatedAt: now }],
    ['is gone', undefined],
  ])('answers 503 when the post %s since', async (_, item) => {
    table.on(UpdateCommand).rejects(afterLostReply(conditionFailed(item)));
    expect(await move({ 'if-match': '"rev-of-post"' })).toEqual(unavailable);
    expect(table.sent()).toHaveLength(1);
  });

  const old = { ...moved, rev: 'rev-1', updatedAt: '2020-01-01T00:00:00.000Z' };

  test('is not in doubt when the stored item is older than its own attempts', async () => {
    const older = afterLostReply(conditionFailed(old));
    table.on(UpdateCommand).rejectsOnce(older).resolves({});
    expect((await move()).status).toBe(200);
    table.on(UpdateCommand).rejects(older);
    expect((await move({ 'if-match': '"rev-of-another"' })).status).toBe(412);
  });

  test('is in doubt when an older item is foreign, because it may have been deleted and created again', async () => {
    process.env.OWNERSHIP = 'true';
    table.on(UpdateCommand).rejects(afterLostReply(conditionFailed({ ...old, owner: 'another' })));
    const claims = { iss: 'https://login.example/', sub: 'ada' };
    const body = { title: 'New', userId: otherUser.sk };
    expect(await posts.ask('replace', { body, claims })).toEqual(unavailable);
    expect(table.sent()).toHaveLength(1);
    delete process.env.OWNERSHIP;
  });

  test('is not in doubt about a transaction that finds an item older than its attempts', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(newer(1)));
    const late = afterLostReply(losesRace(newer(2)));
    table.on(TransactWriteCommand).rejectsOnce(late).resolves({});
    expect((await move()).status).toBe(200);
    expect(pinsIn(table).map((pin) => pin?.[0])).toEqual(['rev-1', 'rev-2']);
  });
});
