import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/posts/update';
import { answerOf, eventOf, invoke, problemOf } from '../../support/event';
import {
  ann,
  bob,
  cancelled,
  conditionFailed,
  count,
  mockTable,
  names,
  newRev,
  newTag,
  now,
  onRefusal,
  onTable,
  post,
  postSeen,
  transaction,
} from '../../support/table';

const table = mockTable();
beforeEach(() => jest.useFakeTimers({ now: Date.parse(now) }));
afterEach(() => jest.useRealTimers());

const patch = (body: unknown, headers = {}) => invoke(handler, eventOf(`PATCH /posts/${post.sk}`, { body, headers }));

const Key = { pk: 'POST', sk: post.sk };
const stamp = { ':rev': newRev, ':updatedAt': now };
const update = (attributes: string[], UpdateExpression: string, ConditionExpression: string, values: object) => ({
  Key,
  UpdateExpression,
  ConditionExpression,
  ExpressionAttributeNames: names(...attributes, 'rev', 'updatedAt'),
  ExpressionAttributeValues: { ...stamp, ...values },
  ...onRefusal,
});
const sentAlone = (input: object) => [['UpdateCommand', { ...onTable, ...input, ReturnValues: 'ALL_NEW' }]];

const titled = update(
  ['title'],
  'SET #title = :title, #rev = :rev, #updatedAt = :updatedAt',
  '#updatedAt < :updatedAt AND (#title <> :titleIs)',
  { ':title': 'New', ':titleIs': 'New' },
);
const anonymous = update(
  ['userId'],
  'SET #rev = :rev, #updatedAt = :updatedAt REMOVE #userId',
  '#updatedAt < :updatedAt AND attribute_not_exists(#userId) AND (attribute_exists(#userId))',
  {},
);
const written = { ...post, title: 'New', rev: 'rev-written', updatedAt: now };
const headers = { etag: newTag, 'cache-control': 'no-store' };
const unchanged = answerOf(200, { ...headers, etag: '"rev-of-post"' }, postSeen);
const { userId: _, ...withoutAuthor } = postSeen;

describe('PATCH /posts/{id}', () => {
  test('changes the members that are given, and only if one differs', async () => {
    table.on(UpdateCommand).resolves({ Attributes: written });
    expect(await patch({ title: 'New' })).toEqual(
      answerOf(200, { ...headers, etag: '"rev-written"' }, { ...postSeen, title: 'New', updatedAt: now }),
    );
    expect(table.sent()).toEqual(sentAlone(titled));
  });

  test('resets content with null', async () => {
    table.on(UpdateCommand).resolves({ Attributes: { ...written, title: 'Hello', content: '' } });
    expect((await patch({ title: 'Hello', content: null })).body).toEqual({ ...postSeen, content: '', updatedAt: now });
    expect(table.sent()).toEqual(
      sentAlone(
        update(
          ['title', 'content'],
          'SET #title = :title, #content = :content, #rev = :rev, #updatedAt = :updatedAt',
          '#updatedAt < :updatedAt AND (#title <> :titleIs OR #content <> :contentIs)',
          { ':title': 'Hello', ':titleIs': 'Hello', ':content': '', ':contentIs': '' },
        ),
      ),
    );
  });

  test('takes the author away with null, in a transaction', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(post));
    table.on(TransactWriteCommand).resolves({});
    expect(await patch({ userId: null })).toEqual(answerOf(200, headers, { ...withoutAuthor, updatedAt: now }));
    const { ConditionExpression: __, ...gone } = anonymous;
    const pinned = { ...gone, ExpressionAttributeValues: { ...stamp, ':revIs': 'rev-of-post' } };
    expect(table.sent()).toEqual([
      ...sentAlone(anonymous),
      transaction(
        { Update: { TableName: 'table', ...pinned, ConditionExpression: '#rev = :revIs' } },
        count(ann.sk, -1),
      ),
    ]);
  });

  test('gives an author to a post without one, in a transaction', async () => {
    const { userId: __, ...item } = post;
    table.on(UpdateCommand).rejects(conditionFailed(item));
    table.on(TransactWriteCommand).resolves({});
    expect(await patch({ userId: bob.sk })).toEqual(
      answerOf(200, headers, { ...postSeen, userId: bob.sk, updatedAt: now }),
    );
    const owned = (ConditionExpression: string, values: object) =>
      update(['userId'], 'SET #userId = :userId, #rev = :rev, #updatedAt = :updatedAt', ConditionExpression, {
        ':userId': bob.sk,
        ...values,
      });
    expect(table.sent()).toEqual([
      ...sentAlone(
        owned('#updatedAt < :updatedAt AND #userId = :userIdIs AND (#userId <> :userIdIs)', { ':userIdIs': bob.sk }),
      ),
      transaction(
        { Update: { TableName: 'table', ...owned('#rev = :revIs', { ':revIs': 'rev-of-post' }) } },
        count(bob.sk, 1),
      ),
    ]);
  });

  test('answers 422 when the new author does not exist', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(post));
    table.on(TransactWriteCommand).rejects(cancelled('None', 'None', 'ConditionalCheckFailed'));
    expect(await patch({ userId: bob.sk })).toEqual(problemOf(422, 'unknown-user', 'The userId names no user.'));
  });

  test.each([
    ['the same title', { title: 'Hello' }],
    ['the same author', { userId: ann.sk, content: 'World' }],
    ['nothing', {}],
  ])('writes nothing for %s and keeps the ETag', async (__, body) => {
    table.on(UpdateCommand).rejects(conditionFailed(post));
    expect(await patch(body)).toEqual(unchanged);
    expect(table.sent()).toHaveLength(1);
  });

  test('asks for a condition that is never true when there is nothing to change', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(post));
    await patch({});
    const never = '#updatedAt < :updatedAt AND attribute_not_exists(pk)';
    expect(table.sent()).toEqual(sentAlone(update([], 'SET #rev = :rev, #updatedAt = :updatedAt', never, {})));
  });

  test('writes nothing when null resets what is not there', async () => {
    const { userId: __, ...item } = post;
    table.on(UpdateCommand).rejects(conditionFailed({ ...item, content: '' }));
    expect(await patch({ userId: null, content: null })).toEqual({
      ...unchanged,
      body: { ...withoutAuthor, content: '' },
    });
    expect(table.sent()).toHaveLength(1);
  });

  test('answers 404 when there is no such post, even for nothing to change', async () => {
    table.on(UpdateCommand).rejects(conditionFailed());
    expect(await patch({})).toEqual(problemOf(404, 'not-found', 'There is no such resource.'));
  });

  test('answers 412 when If-Match does not match, even for nothing to change', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(post));
    const detail = 'The resource is no longer as If-Match says; its current ETag is in the headers.';
    expect(await patch({}, { 'if-match': '"old"' })).toEqual(
      problemOf(412, 'stale', detail, { headers: { etag: '"rev-of-post"' } }),
    );
  });

  test('answers 412 to If-None-Match: * as the post is there', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(post));
    const detail = 'The resource is already there; its current ETag is in the headers.';
    expect(await patch({ title: 'New' }, { 'if-none-match': '*' })).toEqual(
      problemOf(412, 'exists', detail, { headers: { etag: '"rev-of-post"' } }),
    );
    const [[, { ConditionExpression }] = []] = table.sent();
    expect(ConditionExpression).toBe('#updatedAt < :updatedAt AND attribute_not_exists(pk) AND (#title <> :titleIs)');
  });

  test('answers 204 when the client prefers no body', async () => {
    table.on(UpdateCommand).resolves({ Attributes: written });
    expect(await patch({ title: 'New' }, { prefer: 'return=minimal' })).toEqual(
      answerOf(204, { ...headers, etag: '"rev-written"', 'preference-applied': 'return=minimal' }),
    );
  });

  test.each([
    ['title', null, 'must be a string, not null'],
    ['title', 7, 'must be a string, not 7'],
    ['title', ['x'], 'must be a string, not Array'],
    ['title', {}, 'must be a string, not Object'],
    ['title', '', 'must not be empty'],
    ['content', true, 'must be a string, not true'],
    ['userId', 'ann', 'must be an id as this service writes it: a lower-case UUIDv7'],
    ['id', post.sk, 'is set by the service and cannot be written'],
  ])('refuses %s as %j', async (name, value, detail) => {
    expect(await patch({ [name]: value })).toEqual(
      problemOf(400, 'invalid-body', '1 member is invalid.', { errors: [{ pointer: `#/${name}`, detail }] }),
    );
    expect(table.sent()).toEqual([]);
  });
});
