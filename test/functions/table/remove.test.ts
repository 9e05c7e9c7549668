import { DeleteCommand, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { equals } from '../../../functions/table/expression';
import { afterLostReply, conditionFailed, get, refused, remove, write } from '../../support/dynamodb/commands';
import { posts, resources } from '../../support/resources';
import { exists, notFound, responseOf, stale, unavailable } from '../../support/responses';
import { mockTable } from '../../support/table';

const table = mockTable();

const gone = responseOf(204, { 'cache-control': 'no-store' });

describe.each(resources)('DELETE $path/{id}', ({ ask, body, removalConditions, removalWrites, stored }) => {
  const isNewer = { ...stored, rev: 'rev-newer' };
  const removal = (rev: string) => write(remove(stored, equals('rev', rev), ...removalConditions), removalWrites());
  beforeEach(() => {
    table.onAnyCommand().resolves({});
    table.on(GetCommand).resolves({ Item: stored });
  });

  test('deletes the revision that was read and what depends on it, both or none', async () => {
    expect(await ask('remove')).toEqual(gone);
    expect(table.sent()).toEqual([get(stored), removal(stored.rev)]);
  });

  test('answers what was deleted when the client prefers that', async () => {
    expect(await ask('remove', { headers: { prefer: 'return=representation' } })).toEqual(
      responseOf(200, { ...gone.headers, 'preference-applied': 'return=representation' }, body),
    );
  });

  test('answers 404 when nothing is stored, whatever If-Match says', async () => {
    table.on(GetCommand).resolves({});
    expect(await ask('remove', { headers: { 'if-match': '"old"' } })).toEqual(notFound);
    expect(table.sent()).toEqual([get(stored)]);
  });

  test.each([
    ['if-match', '"old"', stale],
    ['if-none-match', '*', exists],
  ])('answers 412 to %s: %s, and deletes nothing', async (header, value, problem) => {
    expect(await ask('remove', { headers: { [header]: value } })).toEqual(problem(stored.rev));
    expect(table.sent()).toEqual([get(stored)]);
  });

  test.each([`"${stored.rev}"`, `"old", "${stored.rev}"`, '*'])('deletes when If-Match is %s', async (tags) => {
    expect(await ask('remove', { headers: { 'if-match': tags } })).toEqual(gone);
  });

  test('deletes the newer revision when the item has changed meanwhile', async () => {
    const error = refused(removalWrites(), isNewer);
    table.on(DeleteCommand).rejectsOnce(error).resolves({});
    table.on(TransactWriteCommand).rejectsOnce(error).resolves({});
    expect(await ask('remove')).toEqual(gone);
    expect(table.sent()).toEqual([get(stored), removal(stored.rev), removal('rev-newer')]);
  });

  test.each([
    ['404 when another request has deleted the item', undefined, notFound],
    ['412 when If-Match no longer holds', isNewer, stale('rev-newer')],
  ])('answers %s at the delete', async (_, item, response) => {
    table.onAnyCommand().rejects(refused(removalWrites(), item));
    table.on(GetCommand).resolves({ Item: stored });
    expect(await ask('remove', { headers: { 'if-match': `"${stored.rev}"` } })).toEqual(response);
  });

  test('answers 503 after twenty tries', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    table.onAnyCommand().rejects(refused(removalWrites(), isNewer));
    table.on(GetCommand).resolves({ Item: stored });
    expect(await ask('remove')).toEqual(unavailable);
    expect(table.sent()).toHaveLength(1 + 20);
  });
});

test('DELETE /posts/{id} answers 503 when a reply was lost and the post has changed since', async () => {
  table.on(GetCommand).resolves({ Item: posts.stored });
  table.on(DeleteCommand).rejects(afterLostReply(conditionFailed({ ...posts.stored, rev: 'rev-newer' })));
  expect(await posts.ask('remove')).toEqual(unavailable);
  expect(table.commandCalls(DeleteCommand)).toHaveLength(1);
});
