import { headersOf } from '../../../../lib/local/database/tables';
import { type LocalService, serve } from '../../../../lib/local/serve';
import { send } from '../../../support/http';
import { arnOf, writeAssembly } from '../write-assembly';

/** Function that sends the request in its body to DynamoDB. */
const code = `exports.handler = async ({ body }) => {
  const reply = await fetch(process.env.AWS_ENDPOINT_URL_DYNAMODB, JSON.parse(body));
  return { status: reply.status, ...(await reply.json()) };
};`;
const Statement = [
  { Effect: 'Allow', Action: ['dynamodb:PutItem', 'dynamodb:DeleteItem'], Resource: arnOf('Table') },
  { Effect: 'Allow', Action: 'dynamodb:Query', Resource: [{ 'Fn::Join': ['', [arnOf('Table'), '/index/byUser']] }] },
  { Effect: 'Deny', Action: 'dynamodb:D*Ite?', Resource: '*' },
];
const ownTable = 'arn:aws:dynamodb:us-east-1:000000000000:table/Table';

let local: LocalService;
beforeAll(async () => {
  const properties = { petFunctionServiceRole: { Policies: [{ PolicyDocument: { Statement } }] } };
  const assembly = writeAssembly({ functions: { pet: [code, 'POST /call'] }, properties });
  local = await serve({ port: 0, assembly });
});
afterAll(() => local.close());

/** Lets the function call the table without an SDK. */
const callTable = async (operation: string, input: object) => {
  const body = { method: 'POST', headers: headersOf(operation), body: JSON.stringify(input) };
  return (await send(local.url, 'POST /call', { body })).body;
};

test('a function writes its table and reads an index, as its role grants', async () => {
  const [TableName, Item] = ['Table', { pk: { S: 'a' }, sk: { S: 'b' }, userId: { S: 'c' } }];
  expect(await callTable('PutItem', { TableName, Item })).toMatchObject({ status: 200 });
  const values = { KeyConditionExpression: 'userId = :c', ExpressionAttributeValues: { ':c': Item.userId } };
  const found = await callTable('Query', { TableName, IndexName: 'byUser', ...values });
  expect(found).toMatchObject({ status: 200, Items: [Item] });
});

test.each([
  ['GetItem', { TableName: 'Table' }, ownTable],
  ['DeleteItem', { TableName: 'Table' }, ownTable],
  ['Query', { TableName: 'Table' }, ownTable],
  ['Query', { TableName: 'Table', IndexName: 'other' }, `${ownTable}/index/other`],
  ['PutItem', { TableName: 'Other' }, ownTable.replace(/Table$/, 'Other')],
  ['ListTables', {}, '*'],
])(
  'the database refuses a function the operation %s of %j, which its role does not grant',
  async (name, input, arn) => {
    expect(await callTable(name, input)).toEqual({
      status: 400,
      __type: 'com.amazon.coral.service#AccessDeniedException',
      Message: `User: arn:aws:sts::000000000000:assumed-role/petFunction/petFunction is not authorized to perform: dynamodb:${name} on resource: ${arn} because no identity-based policy allows the dynamodb:${name} action`,
    });
  },
);
