import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { digest } from '../../../../functions/kit/model/text';
import { cancelled, conditionFailed, failedOn } from '../../../support/unit/errors';
import { mockTable } from '../../../support/unit/table';
import { askThings, path, storedThing, THING } from '../things';

const table = mockTable();
const { label: _, ...unlabelled } = storedThing;
const { sk, updatedAt } = storedThing;
const shown = { id: sk, serial: 7, label: 'One', createdAt: expect.any(String), updatedAt };
const claimOf = (name: string, value: string) => ({
  pk: `UNIQUE#THING#${name}#${digest(value)}`,
  sk: `UNIQUE#THING#${name}`,
});

test.each([
  ['both', ['None', failedOn(storedThing), failedOn(storedThing)], ['serial', 'label']],
  ['the second', ['None', 'None', failedOn(storedThing)], ['label']],
])('a creation is a 409 that names each taken field: %s', async (_, reasons, names) => {
  table.on(TransactWriteCommand).rejects(cancelled(...reasons));
  const { status, body } = await askThings('POST /things', { body: { serial: 7, label: 'one' } });
  const detail = { serial: 'Another thing has this serial.', label: 'Another thing has this name.' };
  const errors = names.map((name) => ({ pointer: `#/${name}`, rule: 'taken', detail: Reflect.get(detail, name) }));
  expect([status, body]).toEqual([409, expect.objectContaining({ code: `${names[0]}-taken`, errors })]);
});

test.each([
  ['sets', unlabelled, 'two', ['TWO', undefined]],
  ['changes', storedThing, 'two', ['TWO', 'ONE']],
  ['clears', storedThing, null, [undefined, 'ONE']],
  ['keeps the normal form of', storedThing, 'ONE', []],
])('a change that %s an optional unique value reserves and frees accordingly', async (_, before, label, [to, from]) => {
  table.on(UpdateCommand).rejectsOnce(conditionFailed(before)).resolves({ Attributes: storedThing });
  table.on(TransactWriteCommand).resolves({});
  expect(await askThings(`PATCH ${path}`, { body: { label } })).toMatchObject({ status: 200 });
  const [{ TransactItems = [] } = {}] = table
    .commandCalls(TransactWriteCommand)
    .map(({ args: [{ input: sent }] }) => sent);
  const isNew = 'attribute_not_exists(pk)';
  const Put = { Item: { ...claimOf('label', String(to)), ownerId: sk }, ConditionExpression: isNew };
  // Code from before the field was unique writes no claim.
  const isOwn = {
    ConditionExpression: `${isNew} OR #ownerId = :IsownerId`,
    ExpressionAttributeValues: { ':IsownerId': sk },
  };
  const Delete = { Key: claimOf('label', String(from)), ...isOwn };
  expect(TransactItems.slice(1)).toMatchObject([...(to ? [{ Put }] : []), ...(from ? [{ Delete }] : [])]);
});

test.each([
  ['serial=7', storedThing, [shown]],
  ['serial=0.7e1', storedThing, [shown]],
  ['label=One', { ...storedThing, label: 'Two' }, []],
  ['label=One', unlabelled, []],
  ['label=One', { ...storedThing, serial: 'x' }, []],
  ['label=One', undefined, []],
  ['serial=7&label=one', storedThing, [shown]],
  ['serial=7&label=Two', storedThing, []],
])('a list by %s shows the resource that has this value', async (search, item, body) => {
  table.on(GetCommand).resolves({});
  const claims = [claimOf('serial', '7'), claimOf('label', 'ONE')];
  for (const Key of claims) table.on(GetCommand, { Key }).resolves({ Item: { ...Key, ownerId: sk } });
  table.on(GetCommand, { Key: { pk: THING, sk } }).resolves({ Item: item });
  expect(await askThings(`GET /things?${search}`)).toMatchObject({ status: 200, body });
  for (const { args } of table.commandCalls(GetCommand)) expect(args[0].input).toMatchObject({ ConsistentRead: true });
});

test.each(['serial=x', 'serial=1.5', 'label=0123456789', `serial=7&id=${sk}`])(
  'a list by %s is a 400',
  async (search) => {
    expect(await askThings(`GET /things?${search}`)).toMatchObject({ status: 400 });
    expect(table.sent()).toEqual([]);
  },
);
