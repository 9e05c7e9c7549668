import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { claimKeyOf } from '../../../functions/kit/table/unique';
import { UserInput } from '../../../functions/users/model';
import { ask } from '../../support/resources';
import { conditionFailed } from '../../support/unit/errors';
import { mockTable } from '../../support/unit/table';
import { storedUser } from './stored';

const table = mockTable();
const emailKeyOf = (email: string) => claimKeyOf({ collection: 'USER', name: 'email', field: UserInput.email }, email);
const body = { name: 'Ann', email: 'anna@example.com' };
const member = `/api/v1/users/${storedUser.sk}`;

const reserve = (ownerId: string) => {
  const Item = { ...emailKeyOf(body.email), ownerId };
  return { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } };
};
const release = (ownerId: string) => {
  const condition = {
    ConditionExpression: 'attribute_not_exists(pk) OR #ownerId = :IsownerId',
    ExpressionAttributeValues: { ':IsownerId': ownerId },
  };
  return { Delete: { Key: emailKeyOf(storedUser.email), ...condition } };
};

test.each([
  ['POST /api/v1/users', 'Put', [reserve]],
  [`PUT ${member}`, 'Update', [reserve, release]],
  [`PATCH ${member}`, 'Update', [reserve, release]],
  [`DELETE ${member}`, 'Delete', [release]],
])('%s writes the user and the items of the addresses in one transaction', async (line, kind, others) => {
  table.on(GetCommand).resolves({ Item: storedUser });
  table.on(UpdateCommand).rejects(conditionFailed(storedUser));
  table.on(TransactWriteCommand).resolves({});
  const { body: user } = await ask(line, { body });
  const { TransactItems = [] } = table.commandCalls(TransactWriteCommand)[0]?.args[0].input ?? {};
  const expected = others.map((write) => write(user?.id ?? storedUser.sk));
  expect(TransactItems).toMatchObject([{ [kind]: {} }, ...expected]);
});

test.each([
  ['ann@x.example', 'ANN@X.Example'],
  ['caf\u00e9@x.example', 'cafe\u0301@x.example'],
  ['J\u030c@x.example', '\u01f0@x.example'],
  ['stra\u00dfe@x.example', 'STRA\u1e9eE@x.example'],
  // In NFC each of these characters has three code points. A key of the table has at most 2,048 bytes.
  [`a@${'\u{1D160}'.repeat(230)}`, `A@${'\u{1D160}'.repeat(230)}`],
])('the addresses %s and %s have the same key, which is short', (address, other) => {
  expect(emailKeyOf(other)).toEqual(emailKeyOf(address));
  expect(emailKeyOf(address).pk.length).toBeLessThan(100);
});
