import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { hasChanges, isNewer } from '../../../functions/table/expression';
import { alone, conditionFailed, query, update, within } from '../../support/dynamodb/commands';
import { posts } from '../../support/resources';
import { invalid } from '../../support/responses';
import { idOf, mockTable, postBody, storedPost, storedUser } from '../../support/table';
import { useFixedTime } from '../../support/time';

const table = mockTable();
useFixedTime();

const { ask } = posts;

describe('the content of a post', () => {
  test('is empty when a patch resets it with null', async () => {
    table.on(UpdateCommand).resolves({ Attributes: { ...posts.stored, content: '' } });
    const { body } = await ask('update', { body: { content: null } });
    expect(body).toEqual({ ...posts.body, content: '' });
    const set = { content: '' };
    expect(table.sent()).toEqual([alone(update(posts.stored, set, isNewer, hasChanges(set)))]);
  });

  test('and the author stay when a patch resets what is not there', async () => {
    table.on(UpdateCommand).rejects(conditionFailed({ ...posts.stored, content: '' }));
    const { headers, body } = await ask('update', { body: { content: null, userId: null } });
    expect([headers?.etag, body]).toEqual(['"rev-of-post"', { ...posts.body, content: '' }]);
    expect(table.sent()).toHaveLength(1);
  });
});

describe('PATCH /posts/{id}', () => {
  test.each([
    ['title', null, 'must be a string, not null'],
    ['title', '', 'must not be empty'],
    ['content', true, 'must be a string, not true'],
    ['userId', 'ann', 'must be a UUIDv7'],
    ['id', storedPost.sk, 'is set by the service and cannot be written'],
  ])('answers 400 to %s as %j', async (name, value, detail) => {
    expect(await ask('update', { body: { [name]: value } })).toEqual(invalid('body', { pointer: `#/${name}`, detail }));
    expect(table.sent()).toEqual([]);
  });
});

test('GET /posts?userId lists the posts of one user by the index', async () => {
  table.on(QueryCommand).resolves({ Items: [storedPost] });
  const { body, headers } = await ask('list', { query: `userId=${storedUser.sk}&after=${idOf(10)}` });
  expect(body).toEqual([postBody]);
  expect(headers?.link).toBe(`<https://api.example/posts?userId=${storedUser.sk}>; rel="first"`);
  expect(table.sent()).toEqual([
    query({
      IndexName: 'byUser',
      ...within({ userId: storedUser.sk }, { after: idOf(10) }),
      Limit: 51,
    }),
  ]);
});
