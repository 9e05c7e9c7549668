import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { handleContent, handleList } from '../../../../functions/kit/lambda/handle';
import { optional, unique } from '../../../../functions/kit/model/field';
import { integer } from '../../../../functions/kit/model/kinds';
import { patchOf, responseOf } from '../../../../functions/kit/model/models';
import { pageQuery } from '../../../../functions/kit/model/page';
import { digest } from '../../../../functions/kit/model/text';
import { update } from '../../../../functions/kit/table/change';
import { create } from '../../../../functions/kit/table/create';
import type { Entity } from '../../../../functions/kit/table/item';
import { listUnique, uniqueClaims } from '../../../../functions/kit/table/unique';
import { cancelled, conditionFailed, failedOn } from '../../../support/unit/errors';
import { eventOf, invoke } from '../../../support/unit/event';
import { mockTable, storedUser } from '../../../support/unit/table';

const table = mockTable();
const input = {
  serial: unique(integer()),
  label: optional(unique({ maxLength: 9 }, { normalize: (text) => text.toUpperCase(), label: 'name' })),
};
const response = responseOf(input);
const query = pageQuery(input);
const things = {
  collection: 'USER',
  model: response,
  isPrivate: true,
  dependents: [uniqueClaims],
} as const satisfies Entity;
const base = { response, actions: ['PutItem'] } as const;
const post = handleContent({ ...base, routeKey: 'POST /things', body: input }, (request) => create(things, request));
const patch = handleContent({ ...base, routeKey: 'PATCH /things/{id}', body: patchOf(input) }, (request) =>
  update(things, request),
);
const find = handleList({ ...base, routeKey: 'GET /things', query }, (request) => listUnique(things, request));

const { pk, sk, rev, updatedAt } = storedUser;
const stored = { pk, sk, rev, updatedAt, serial: 7, label: 'One' };
const shown = { id: sk, serial: 7, label: 'One', createdAt: expect.any(String), updatedAt };
const claimOf = (name: string, value: string) => ({
  pk: `UNIQUE#USER#${name}#${digest(value)}`,
  sk: `UNIQUE#USER#${name}`,
});

test.each([
  ['both', ['None', failedOn(stored), failedOn(stored)], ['serial', 'label']],
  ['the second', ['None', 'None', failedOn(stored)], ['label']],
])('a creation is a 409 that names each taken field: %s', async (_, reasons, names) => {
  table.on(TransactWriteCommand).rejects(cancelled(...reasons));
  const { status, body } = await invoke(post, eventOf('POST /things', { body: { serial: 7, label: 'one' } }));
  const labels = { serial: 'serial', label: 'name' };
  const errors = names.map((name) => ({
    pointer: `#/${name}`,
    detail: `Another user has this ${Reflect.get(labels, name)}.`,
  }));
  expect([status, body]).toEqual([409, expect.objectContaining({ code: `${names[0]}-taken`, errors })]);
});

test.each([
  ['sets', { serial: 7 }, 'two', ['TWO', undefined]],
  ['changes', stored, 'two', ['TWO', 'ONE']],
  ['clears', stored, null, [undefined, 'ONE']],
  ['keeps the normal form of', stored, 'ONE', []],
])('a change that %s an optional unique value reserves and frees accordingly', async (_, before, label, [to, from]) => {
  const current = { pk, sk, rev, updatedAt, ...before };
  table.on(UpdateCommand).rejectsOnce(conditionFailed(current)).resolves({ Attributes: stored });
  table.on(TransactWriteCommand).resolves({});
  const event = { ...eventOf(`PATCH /things/${sk}`, { body: { label } }), pathParameters: { id: sk } };
  expect(await invoke(patch, event)).toMatchObject({ status: 200 });
  const [{ TransactItems = [] } = {}] = table
    .commandCalls(TransactWriteCommand)
    .map(({ args: [{ input: sent }] }) => sent);
  expect(TransactItems.slice(1)).toEqual([
    ...(to ? [{ Put: expect.objectContaining({ Item: { ...claimOf('label', to), ownerId: sk } }) }] : []),
    ...(from ? [{ Delete: expect.objectContaining({ Key: claimOf('label', from) }) }] : []),
  ]);
});

test.each([
  ['serial=7', stored, [shown]],
  ['label=oNE', stored, [shown]],
  ['label=One', { ...stored, label: 'Two' }, []],
  ['label=One', { pk, sk, rev, updatedAt, serial: 7 }, []],
  ['serial=8', stored, []],
])('a list by %s shows the resource that has this value', async (search, item, body) => {
  table.on(GetCommand).resolves({});
  const claims = [claimOf('serial', '7'), claimOf('label', 'ONE')];
  for (const Key of claims) table.on(GetCommand, { Key }).resolves({ Item: { ...Key, ownerId: sk } });
  table.on(GetCommand, { Key: { pk, sk } }).resolves({ Item: item });
  expect(await invoke(find, eventOf('GET /things', { query: search }))).toMatchObject({ status: 200, body });
  for (const { args } of table.commandCalls(GetCommand)) expect(args[0].input).toMatchObject({ ConsistentRead: true });
});

test('a list by a value does not show a private resource of another owner', async () => {
  jest.replaceProperty(process, 'env', { ...process.env, OWNERSHIP: 'true' });
  const Key = claimOf('serial', '7');
  table
    .on(GetCommand)
    .resolves({ Item: { ...stored, owner: 'another' } })
    .on(GetCommand, { Key })
    .resolves({ Item: { ...Key, ownerId: sk } });
  const claims = { iss: 'https://login.example/', sub: 'ada' };
  expect(await invoke(find, eventOf('GET /things', { query: 'serial=7', claims }))).toMatchObject({
    status: 200,
    body: [],
  });
});

test.each(['serial=x', 'serial=1.5', 'label=0123456789', 'serial=7&label=One', `serial=7&id=${sk}`])(
  'a list by %s is a 400',
  async (search) => {
    expect(await invoke(find, eventOf('GET /things', { query: search }))).toMatchObject({ status: 400 });
    expect(table.sent()).toEqual([]);
  },
);
