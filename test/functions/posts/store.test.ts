import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { differs, newer } from '../../../functions/table/expression';
import { alone, conditionFailed, put, query, update } from '../../support/dynamodb/commands';
import { posts } from '../../support/resources';
import { invalid } from '../../support/responses';
import {
  anonymousPost,
  anonymousPostBody,
  idOf,
  mintedNow,
  mockTable,
  newRev,
  postBody,
  storedPost,
  storedUser,
} from '../../support/table';
import { now, useFixedTime } from '../../support/time';

const table = mockTable();
useFixedTime();

const { ask } = posts;

describe('the content of a post', () => {
  test('is empty when a creation leaves it out', async () => {
    table.onAnyCommand().resolves({});
    const { body } = await ask('create', { body: { title: 'Hello' } });
    expect(body).toEqual({ id: mintedNow, title: 'Hello', content: '', createdAt: now, updatedAt: now });
    const item = { pk: 'POST', sk: mintedNow, rev: newRev, updatedAt: now, title: 'Hello', content: '' };
    expect(table.sent()).toEqual([alone(put(item))]);
  });

  test('is empty when a patch resets it with null', async () => {
    table.on(UpdateCommand).resolves({ Attributes: { ...anonymousPost, content: '' } });
    const { body } = await ask('update', { body: { content: null } });
    expect(body).toEqual({ ...anonymousPostBody, content: '' });
    const set = { content: '' };
    expect(table.sent()).toEqual([alone(update(anonymousPost, set, newer, differs(set)))]);
  });

  test('and the author stay when a patch resets what is not there', async () => {
    table.on(UpdateCommand).rejects(conditionFailed({ ...anonymousPost, content: '' }));
    const { headers, body } = await ask('update', { body: { content: null, userId: null } });
    expect([headers?.etag, body]).toEqual(['"rev-of-post"', { ...anonymousPostBody, content: '' }]);
    expect(table.sent()).toHaveLength(1);
  });
});

describe('PATCH /posts/{id}', () => {
  test.each([
    ['title', null, 'must be a string, not null'],
    ['title', '', 'must not be empty'],
    ['content', true, 'must be a string, not true'],
    ['userId', 'ann', 'must be an id as this service writes it: a lower-case UUIDv7'],
    ['id', storedPost.sk, 'is set by the service and cannot be written'],
  ])('answers 400 to %s as %j', async (name, value, detail) => {
    expect(await ask('update', { body: { [name]: value } })).toEqual(invalid('body', { pointer: `#/${name}`, detail }));
    expect(table.sent()).toEqual([]);
  });
});

describe('GET /posts?userId', () => {
  const within = (input: object) =>
    query({
      IndexName: 'byUser',
      KeyConditionExpression: 'userId = :within',
      ExpressionAttributeValues: { ':within': storedUser.sk },
      ...input,
    });

  test('lists the posts of one user by the index', async () => {
    table.on(QueryCommand).resolves({ Items: [storedPost] });
    const { body, headers } = await ask('list', { query: `userId=${storedUser.sk}&after=${idOf(10)}` });
    expect(body).toEqual([postBody]);
    expect(headers?.link).toBe(`<https://api.example/posts?userId=${storedUser.sk}>; rel="first"`);
    expect(table.sent()).toEqual([
      within({
        KeyConditionExpression: 'userId = :within AND sk < :after',
        ExpressionAttributeValues: { ':within': storedUser.sk, ':after': idOf(10) },
        ScanIndexForward: false,
        Limit: 51,
      }),
    ]);
  });

  test('counts the posts of one user by the index', async () => {
    const Items = [storedPost, anonymousPost];
    table
      .on(QueryCommand)
      .resolvesOnce({ Items, LastEvaluatedKey: { pk: 'POST' } })
      .resolvesOnce({ Count: 3 });
    const { headers } = await ask('list', {
      query: `userId=${storedUser.sk}&limit=1`,
      headers: { prefer: 'count=exact' },
    });
    expect(headers?.['x-total-count']).toBe('3');
    expect(table.sent()[1]).toEqual(within({ ScanIndexForward: true, Select: 'COUNT' }));
  });

  test('answers 400 to a userId that is no id', async () => {
    const detail = 'must be an id as this service writes it: a lower-case UUIDv7';
    expect(await ask('list', { query: 'userId=ann' })).toEqual(invalid('query', { parameter: 'userId', detail }));
    expect(table.sent()).toEqual([]);
  });
});
