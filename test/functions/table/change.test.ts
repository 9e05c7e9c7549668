import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { handler as replace } from '../../../functions/posts/replace';
import { handler as update } from '../../../functions/posts/update';
import { eventOf, invoke, problemOf, unavailable } from '../../support/event';
import { ann, bob, cancelled, conditionFailed, mockTable, post } from '../../support/table';

const table = mockTable();
const put = (headers = {}) =>
  invoke(replace, eventOf(`PUT /posts/${post.sk}`, { body: { title: 'New', userId: bob.sk }, headers }));
const patch = (body: unknown) => invoke(update, eventOf(`PATCH /posts/${post.sk}`, { body }));

const newer = (n: number) => ({ ...post, rev: `rev-${n}` });
/** A refused update finds the item as itself wrote it, or as another changed it since. */
const itemOf = (input: { ExpressionAttributeValues?: Record<string, unknown> }, changes = {}) => ({
  ...post,
  title: 'New',
  rev: input.ExpressionAttributeValues?.[':rev'],
  ...changes,
});
/** The revision that each write was pinned to, and the authors that went along. */
const pins = () =>
  table
    .commandCalls(TransactWriteCommand)
    .map(({ args: [{ input }] }) =>
      input.TransactItems?.map(({ Update }) => Update?.ExpressionAttributeValues?.[':revIs'] ?? Update?.Key?.sk),
    );

describe('PUT /posts/{id}', () => {
  test('loses a race and tries again with what the newer post depends on', async () => {
    const { userId: _, ...anonymous } = newer(2);
    table.on(UpdateCommand).rejects(conditionFailed(newer(1)));
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled({ Code: 'ConditionalCheckFailed', Item: anonymous }, 'None', 'None'))
      .resolves({});
    expect((await put()).status).toBe(200);
    expect(pins()).toEqual([
      ['rev-1', ann.sk, bob.sk],
      ['rev-2', bob.sk],
    ]);
  });

  test('does not pause when it only did not know what the post depends on', async () => {
    const random = jest.spyOn(Math, 'random');
    table.on(UpdateCommand).rejects(conditionFailed(post));
    table.on(TransactWriteCommand).resolves({});
    expect((await put()).status).toBe(200);
    expect(random).not.toHaveBeenCalled();
  });

  test('loses a race to one who made the same move, and updates the post alone', async () => {
    table
      .on(UpdateCommand)
      .rejectsOnce(conditionFailed(newer(1)))
      .resolves({});
    table
      .on(TransactWriteCommand)
      .rejects(cancelled({ Code: 'ConditionalCheckFailed', Item: { ...newer(2), userId: bob.sk } }, 'None', 'None'));
    const { status, body } = await put();
    expect([status, body.title, body.userId]).toEqual([200, 'New', bob.sk]);
    const [, second] = table.commandCalls(UpdateCommand);
    expect(second?.args[0].input.ExpressionAttributeValues?.[':revIs']).toBe('rev-2');
  });

  test('loses a race to a delete and answers 404', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(post));
    table.on(TransactWriteCommand).rejects(cancelled('ConditionalCheckFailed', 'None', 'None'));
    expect(await put()).toEqual(problemOf(404, 'not-found', 'There is no such resource.'));
  });

  test('answers 412 when If-Match held at first, and not any more', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(post));
    table.on(TransactWriteCommand).rejects(cancelled({ Code: 'ConditionalCheckFailed', Item: newer(2) }));
    const detail = 'The resource is no longer as If-Match says; its current ETag is in the headers.';
    expect(await put({ 'if-match': '"rev-of-post"' })).toEqual(
      problemOf(412, 'stale', detail, { headers: { etag: '"rev-2"' } }),
    );
  });

  test('gives up after twenty tries to keep pace', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    table.on(UpdateCommand).rejects(conditionFailed(newer(0)));
    let count = 0;
    table.on(TransactWriteCommand).callsFake(() => {
      throw cancelled({ Code: 'ConditionalCheckFailed', Item: newer(++count) });
    });
    expect(await put()).toEqual(unavailable());
    expect(pins().map((pin) => pin?.[0])).toEqual(Array.from({ length: 19 }, (_, i) => `rev-${i}`));
  });

  test.each([
    ['a clock that is ahead of ours', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.001Z'],
    ['this very millisecond', '2026-11-20T00:00:00.000Z', '2026-11-20T00:00:00.001Z'],
    ['a moment ago', '2026-11-19T23:59:59.999Z', '2026-11-20T00:00:00.000Z'],
  ])('is later than what was written at %s, pinned to it', async (_, updatedAt, later) => {
    jest.useFakeTimers({ now: Date.parse('2026-11-20T00:00:00.000Z') });
    table
      .on(UpdateCommand)
      .rejectsOnce(conditionFailed({ ...newer(1), updatedAt, userId: bob.sk }))
      .resolves({});
    const { status, body } = await put();
    jest.useRealTimers();
    expect([status, body.updatedAt]).toEqual([200, later]);
    const [first, second] = table.commandCalls(UpdateCommand).map(({ args: [{ input }] }) => input);
    expect(first?.ConditionExpression).toMatch(/^#updatedAt < :updatedAt AND /);
    expect(second?.ConditionExpression).toBe('#rev = :revIs');
    expect(second?.ExpressionAttributeValues).toMatchObject({ ':revIs': 'rev-1', ':updatedAt': later });
  });

  test('knows its own write again when the first answer was lost', async () => {
    table.on(UpdateCommand).callsFake((input) => {
      throw conditionFailed(itemOf(input, { userId: bob.sk }), 2);
    });
    const { status, headers, body } = await put();
    const [[, input] = []] = table.sent();
    expect([status, body.title, body.userId]).toEqual([200, 'New', bob.sk]);
    expect(headers?.etag).toBe(`"${input.ExpressionAttributeValues[':rev']}"`);
    expect(table.sent()).toHaveLength(1);
  });

  test('knows its own write again after a lost race and a lost answer', async () => {
    const moved = { ...post, userId: bob.sk };
    table
      .on(UpdateCommand)
      .rejectsOnce(conditionFailed(moved))
      .callsFake((input) => {
        throw conditionFailed(itemOf(input, { userId: bob.sk }), 2);
      });
    expect((await put()).status).toBe(200);
    expect(table.sent()).toHaveLength(2);
  });

  test.each([
    ['has changed', { ...newer(1), updatedAt: '2999-01-01T00:00:00.000Z' }],
    ['is gone', undefined],
  ])('answers 503 when an answer was lost and the post %s since', async (_, item) => {
    table.on(UpdateCommand).rejects(conditionFailed(item, 2));
    expect(await put({ 'if-match': '"rev-of-post"' })).toEqual(unavailable());
    expect(table.sent()).toHaveLength(1);
  });

  test('is in doubt when what stands there is of the same moment', async () => {
    table.on(UpdateCommand).callsFake((input) => {
      throw conditionFailed({ ...newer(1), updatedAt: input.ExpressionAttributeValues[':updatedAt'] }, 2);
    });
    expect(await put()).toEqual(unavailable());
  });

  test('is not in doubt when what stands there is older than its own attempts', async () => {
    const older = { ...newer(1), userId: bob.sk, updatedAt: '2020-01-01T00:00:00.000Z' };
    table.on(UpdateCommand).rejectsOnce(conditionFailed(older, 2)).resolves({});
    expect((await put()).status).toBe(200);
    table.reset();
    table.on(UpdateCommand).rejects(conditionFailed(older, 2));
    expect((await put({ 'if-match': '"rev-of-another"' })).status).toBe(412);
  });

  test('is not in doubt about a transaction: its token makes a repetition safe', async () => {
    table.on(UpdateCommand).rejects(conditionFailed(newer(1)));
    const late = cancelled({ Code: 'ConditionalCheckFailed', Item: newer(2) });
    late.$metadata.attempts = 2;
    table.on(TransactWriteCommand).rejectsOnce(late).resolves({});
    expect((await put()).status).toBe(200);
    expect(pins().map((pin) => pin?.[0])).toEqual(['rev-1', 'rev-2']);
  });
});

describe('PATCH /posts/{id}', () => {
  test('leaves the author that the newer post has got', async () => {
    table
      .on(UpdateCommand)
      .rejectsOnce(conditionFailed({ ...newer(1), userId: bob.sk }))
      .resolves({});
    const { body } = await patch({ title: 'New' });
    expect([body.title, body.content, body.userId]).toEqual(['New', 'World', bob.sk]);
    const [, second] = table.commandCalls(UpdateCommand);
    expect(second?.args[0].input.ConditionExpression).toBe('#rev = :revIs');
  });

  test('writes nothing when another made the same change first', async () => {
    table.on(UpdateCommand).rejectsOnce(conditionFailed(newer(1)));
    table.on(UpdateCommand).rejects(conditionFailed({ ...newer(2), title: 'New' }));
    const { status, headers } = await patch({ title: 'New' });
    expect([status, headers?.etag]).toEqual([200, '"rev-2"']);
  });
});
