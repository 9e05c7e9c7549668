import { GetCommand, TransactWriteCommand, type TransactWriteCommandInput, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { handleChanges } from '../../../../functions/kit/reactions/handle-changes';
import { create } from '../../../../functions/kit/table/create';
import { newRevision } from '../../../../functions/kit/table/item';
import { changesEvent, deliver } from '../../../support/unit/changes';
import { idOf, mockTable } from '../../../support/unit/table';
import { askThings, path, storedThing } from '../things';
import { leafOf, leaves, named } from './leaves';

const table = mockTable();

/** Handler that creates another leaf after each change. */
const handler = handleChanges(leaves, () => create(leaves, { caller: undefined, body: { text: 'next' } }));

/** Delivers a change with this revision, and returns the revision that the handler writes. */
const revisionAfter = async (rev: string | undefined) => {
  const written: string[] = [];
  table.on(TransactWriteCommand).callsFake(({ TransactItems = [] }: TransactWriteCommandInput) => {
    written.push(...TransactItems.map(({ Put }) => String(Put?.Item?.rev)));
    return {};
  });
  const after = { ...leafOf(1), ...(rev !== undefined && { rev }) };
  expect(await deliver(handler, changesEvent(leaves, { after }))).toEqual(named());
  return written.join();
};

test('a write of a reaction has the number of reactions behind it in its revision', async () => {
  const first = await revisionAfter(undefined);
  expect(first).toMatch(/^[\w-]{16}~1$/);
  expect(await revisionAfter(first)).toMatch(/^[\w-]{16}~2$/);
  expect(await revisionAfter('rev~15')).toMatch(/^[\w-]{16}~16$/);
});

test('a write that follows no reaction has no such number', () => {
  expect(newRevision(idOf(1)).rev).toMatch(/^[\w-]{16}$/);
});

test('the write behind sixteen reactions fails, says why, and sends nothing', async () => {
  expect(await deliver(handler, changesEvent(leaves, { after: { ...leafOf(1), rev: 'rev~16' } }))).toEqual(named(1));
  expect(table.sent()).toEqual([]);
  const message =
    'This write follows 16 reactions, so one of them changes each time what it reacts to. Let it write only what differs.';
  expect(table.logged()).toMatchObject([{ level: 'ERROR', error: { message } }, { level: 'INFO' }]);
});

test('a client can send the ETag of such a write in If-Match', async () => {
  const rev = 'rev-of-thing~2';
  table.on(GetCommand).resolves({ Item: { ...storedThing, rev } });
  table.on(UpdateCommand).resolves({ Attributes: { ...storedThing, note: 'new' } });
  const { headers } = await askThings(`GET ${path}`);
  expect(headers.etag).toBe(`"${rev}"`);
  const request = { headers: { 'if-match': String(headers.etag) }, body: { note: 'new' } };
  expect(await askThings(`PATCH ${path}`, request)).toMatchObject({ status: 200 });
  const [update] = table.commandCalls(UpdateCommand);
  expect(Object.values(update?.args[0].input.ExpressionAttributeValues ?? {})).toContain(rev);
});
