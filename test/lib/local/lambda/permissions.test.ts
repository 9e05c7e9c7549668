import { headersOf } from '../../../../lib/local/database/tables';
import { type GrantedCall, neededAccess } from '../../../../lib/local/lambda/permissions';
import { type LocalService, serve } from '../../../../lib/local/serve';
import { tableArn, writeAssembly } from '../../../support/local/assembly';
import { send } from '../../../support/local/wire';

/** Function that forwards the request's call to DynamoDB, and returns DynamoDB's reply. */
const caller = `exports.handler = async (event) => {
  const { headers, body } = JSON.parse(event.body);
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  const reply = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(body) });
  return { statusCode: reply.status, body: await reply.text() };
};`;

const allow = (action: string, resource: unknown) => ({
  Effect: 'Allow',
  Action: [`dynamodb:${action}`],
  Resource: [resource],
});
const table = { 'Fn::GetAtt': ['Table', 'Arn'] };
const index = { 'Fn::Join': ['', [table, '/index/byUser']] };
const put = { TableName: 'Table', Item: { pk: { S: 'a' }, sk: { S: 'b' } } };
const byUser = {
  TableName: 'Table',
  IndexName: 'byUser',
  KeyConditionExpression: 'userId = :u',
  ExpressionAttributeValues: { ':u': { S: 'u' } },
};

let local: LocalService;
const calls: GrantedCall[] = [];
beforeAll(async () => {
  const functions = {
    writer: { code: caller, policy: [allow('PutItem', table)] },
    reader: { code: caller, policy: [allow('Query', index)] },
  };
  const routes = { 'POST /writer': 'writer', 'POST /reader': 'reader' };
  const assembly = writeAssembly({ functions, routes });
  local = await serve({ assembly, port: 0, onCall: (call) => calls.push(call) });
});
afterAll(() => local.close());

const call = async (name: string, operation: string, body: object) => {
  const headers = { 'content-type': 'application/json' };
  const sent = JSON.stringify({ headers: headersOf(operation), body });
  const reply = await send(local.url, `/${name}`, { method: 'POST', headers, body: sent });
  return { status: reply.status, ...JSON.parse(reply.body) };
};

describe('the database, called by a function,', () => {
  test('takes calls that the role grants, and reports them', async () => {
    expect(await call('writer', 'PutItem', put)).toEqual({ status: 200 });
    expect(await call('reader', 'Query', byUser)).toMatchObject({ status: 200, Count: 0 });
    expect(calls).toEqual([
      { functionName: 'writer', action: 'dynamodb:PutItem', resource: tableArn },
      { functionName: 'reader', action: 'dynamodb:Query', resource: `${tableArn}/index/byUser` },
    ]);
  });

  test.each([
    ['writer', 'Query', byUser, `${tableArn}/index/byUser`],
    ['writer', 'DeleteItem', { TableName: 'Table' }, tableArn],
    ['reader', 'Query', { TableName: 'Table' }, tableArn],
    ['reader', 'ListTables', {}, '*'],
  ])('refuses %s the operation %s', async (name, operation, body, resource) => {
    expect(await call(name, operation, body)).toEqual({
      status: 400,
      __type: 'com.amazon.coral.service#AccessDeniedException',
      Message: `User: arn:aws:sts::000000000000:assumed-role/${name}Function/${name}Function is not authorized to perform: dynamodb:${operation} on resource: ${resource} because no identity-based policy allows the dynamodb:${operation} action`,
    });
  });
});

describe('the access that a request needs', () => {
  const on = (action: string, resource = tableArn) => ({ action: `dynamodb:${action}`, resource });
  const kinds = ['Put', 'Update', 'Delete', 'ConditionCheck'];

  test.each([
    ['GetItem', { TableName: 'Table' }, [on('GetItem')]],
    ['GetItem', { TableName: tableArn }, [on('GetItem')]],
    ['Query', byUser, [on('Query', `${tableArn}/index/byUser`)]],
    ['BatchGetItem', { RequestItems: { Table: {} } }, [on('BatchGetItem')]],
    ['BatchWriteItem', { RequestItems: { Table: [] } }, [on('BatchWriteItem')]],
    ['TransactGetItems', { TransactItems: [{ Get: { TableName: 'Table' } }] }, [on('GetItem')]],
    [
      'TransactWriteItems',
      { TransactItems: kinds.map((kind) => ({ [kind]: { TableName: 'Table' } })) },
      kinds.map((kind) => on(`${kind}Item`)),
    ],
    ['ExecuteStatement', { Statement: 'SELECT' }, [on('ExecuteStatement', '*')]],
  ])('for %s %j is found', (operation, request, needed) => {
    expect(neededAccess(`DynamoDB_20120810.${operation}`, request)).toEqual(needed);
  });
});
