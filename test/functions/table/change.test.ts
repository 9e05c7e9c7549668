import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterLostReply, conditionFailed } from '../../support/dynamodb/errors';
import { posts } from '../../support/resources';
import { unavailable } from '../../support/responses';
import { anonymousPost, mockTable } from '../../support/table';
import { now, useFixedTime } from '../../support/time';

const table = mockTable();
useFixedTime();

describe('PUT /posts/{id} whose condition fails after a lost reply', () => {
  const claims = { iss: 'https://login.example/', sub: 'ada' };
  const replace = () => posts.ask('replace', { body: { title: 'New' }, claims });
  const finds = (changes: object) =>
    table
      .on(UpdateCommand)
      .rejectsOnce(afterLostReply(conditionFailed({ ...anonymousPost, ...changes })))
      .resolves({ Attributes: anonymousPost });
  afterEach(() => {
    delete process.env.OWNERSHIP;
  });

  test('is tried again when the stored post is older than the attempt, which was not applied then', async () => {
    finds({ updatedAt: '2026-11-19T23:59:59.999Z' });
    expect((await replace()).status).toBe(200);
    expect(table.commandCalls(UpdateCommand)).toHaveLength(2);
  });

  test('answers 503 when another request wrote the post in the same millisecond', async () => {
    finds({ updatedAt: now });
    expect(await replace()).toEqual(unavailable);
  });

  test('answers 503 when an older post is foreign, because it may be a new post under the same id', async () => {
    process.env.OWNERSHIP = 'true';
    finds({ updatedAt: '2026-11-19T23:59:59.999Z', owner: 'another' });
    expect(await replace()).toEqual(unavailable);
  });
});
