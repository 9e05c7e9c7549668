/**
 * @jest-environment-options {"customExportConditions": ["lean", "node", "node-addons"]}
 */
import { useAwakeTimers } from '../../support/awake';
import { conditionFailed, ok, storedAttributes, useReplies } from '../../support/dynamodb/replies';
import { ask } from '../../support/resources';
import { unavailable } from '../../support/responses';
import { storedPost } from '../../support/table';

const { calls, reply } = useReplies();
const path = `/posts/${storedPost.sk}`;

useAwakeTimers();

describe('after a lost reply', () => {
  const body = { title: 'New', userId: storedPost.userId };

  test('a creation answers 201 with the revision that it finds as its own', async () => {
    reply((attempt, { Item }) => (attempt === 1 ? 'lost' : conditionFailed(Item)));
    const { status, headers } = await ask('POST /posts', { body: { title: 'Hello' } });
    const [first, second] = calls.map(({ input }) => input);
    expect([status, second]).toEqual([201, first]);
    expect(headers?.etag).toBe(`"${Object(first?.Item?.rev).S}"`);
  });

  test('a change answers 200 when it finds its own revision', async () => {
    reply((attempt, { ExpressionAttributeValues: values }) =>
      attempt === 1 ? 'lost' : conditionFailed({ ...storedAttributes, title: { S: 'New' }, rev: values?.[':rev'] }),
    );
    const response = await ask(`PUT ${path}`, { body });
    expect([response.status, response.body.title, calls.length]).toEqual([200, 'New', 2]);
  });

  test('a change answers 503 when the post has changed since', async () => {
    const newer = { ...storedAttributes, updatedAt: { S: '2999-01-01T00:00:00.000Z' } };
    reply((attempt) => (attempt === 1 ? 'lost' : conditionFailed(newer)));
    expect(await ask(`PUT ${path}`, { body })).toEqual(unavailable);
    expect(calls).toHaveLength(2);
  });

  test('a transaction is sent again with the same token', async () => {
    reply((attempt, _, operation) => {
      if (operation.endsWith('GetItem')) return ok({ Item: storedAttributes });
      return attempt === 2 ? 'lost' : ok();
    });
    expect((await ask(`DELETE ${path}`)).status).toBe(204);
    const [, first, second] = calls.map(({ input }) => input);
    expect(first?.ClientRequestToken).toMatch(/^[\da-f-]{36}$/);
    expect(second).toEqual(first);
  });
});
