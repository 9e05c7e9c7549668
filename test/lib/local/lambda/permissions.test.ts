import { headersOf } from '../../../../lib/local/database/tables';
import { type LocalService, serve } from '../../../../lib/local/serve';
import { arnOf, tableArn, writeAssembly } from '../../../support/local/assembly';
import { send } from '../../../support/local/wire';

/** Function that forwards the request's call to DynamoDB, and returns DynamoDB's reply. */
const caller = `exports.handler = async (event) => {
  const { headers, body } = JSON.parse(event.body);
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  const reply = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(body) });
  return { statusCode: reply.status, body: await reply.text() };
};`;

const index = { 'Fn::Join': ['', [arnOf('Table'), '/index/byUser']] };
const policy = [
  { Effect: 'Allow', Action: ['dynamodb:PutItem', 'dynamodb:DeleteItem'], Resource: arnOf('Table') },
  { Effect: 'Allow', Action: 'dynamodb:Query', Resource: [index] },
  { Effect: 'Deny', Action: 'dynamodb:D*Ite?', Resource: '*' },
];
let local: LocalService;
beforeAll(async () => {
  const assembly = writeAssembly({ functions: { caller: { code: caller, policy } }, routes: { $default: 'caller' } });
  local = await serve({ assembly, port: 0 });
});
afterAll(() => local.close());

const call = async (operation: string, request: object) => {
  const body = JSON.stringify({ headers: headersOf(operation), body: request });
  const headers = { 'content-type': 'application/json' };
  const response = await send(local.url, '/', { method: 'POST', headers, body });
  return { status: response.status, ...JSON.parse(response.body) };
};

test.each([
  ['GetItem', { TableName: 'Table' }, tableArn],
  ['DeleteItem', { TableName: 'Table' }, tableArn],
  ['Query', { TableName: 'Table' }, tableArn],
  ['Query', { TableName: 'Table', IndexName: 'other' }, `${tableArn}/index/other`],
  ['PutItem', { TableName: 'Other' }, tableArn.replace(/Table$/, 'Other')],
  ['ListTables', {}, '*'],
])(
  'the database refuses a function the operation %s of %j, which its role does not grant',
  async (operation, body, resource) => {
    expect(await call(operation, body)).toEqual({
      status: 400,
      __type: 'com.amazon.coral.service#AccessDeniedException',
      Message: `User: arn:aws:sts::000000000000:assumed-role/callerFunction/callerFunction is not authorized to perform: dynamodb:${operation} on resource: ${resource} because no identity-based policy allows the dynamodb:${operation} action`,
    });
  },
);
