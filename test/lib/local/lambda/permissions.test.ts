import { join } from 'node:path';
import { build } from 'esbuild';
import { type GrantedCall, neededAccess } from '../../../../lib/local/lambda/permissions';
import { type LocalService, serve } from '../../../../lib/local/serve';
import { root } from '../../../../lib/root';
import { tableArn, writeAssembly } from '../../../support/local/assembly';
import { send } from '../../../support/local/wire';

/** Function that forwards the request's call to DynamoDB, and returns DynamoDB's reply. */
const caller = `const http = require('node:http');
const agents = { keepAlive: new http.Agent({ keepAlive: true }) };
exports.handler = (event) => new Promise((resolve, reject) => {
  const { operation, body, agent, sent } = JSON.parse(event.body);
  const options = { method: 'POST', agent: agents[agent], headers: {
    'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'DynamoDB_20120810.' + operation, 'x-amz-date': '20260101T000000Z',
    authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date, Signature=0' } };
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  if (agent === 'fetch') return fetch(endpoint, { ...options, body: JSON.stringify(body) })
    .then(async (response) => resolve({ statusCode: response.status, body: await response.text() }), reject);
  const request = http.request(endpoint, options);
  request.on('error', reject);
  request.on('response', async (response) => {
    let text = '';
    for await (const chunk of response) text += chunk;
    resolve({ statusCode: response.statusCode, body: text });
  });
  const bytes = Buffer.from(JSON.stringify(body));
  if (sent !== 'in pieces') return request.end(sent === 'without its length' ? (request.write(bytes), '') : bytes.toString());
  request.setHeader('content-length', bytes.length);
  request.flushHeaders();
  setTimeout(() => request.write(bytes.subarray(0, 30)), 5);
  setTimeout(() => request.end(bytes.subarray(30)), 10);
});`;

/** Function that forwards the call with `send`, which the functions of the service use. */
const ownCaller = async () => {
  const entryPoints = [join(root, 'functions', 'table', 'send.ts')];
  const { outputFiles } = await build({ entryPoints, bundle: true, platform: 'node', format: 'cjs', write: false });
  return `${outputFiles[0]?.text}
module.exports = { ...module.exports, handler: async (event) => {
  const { operation, body } = JSON.parse(event.body);
  const { protocol, hostname, port, host } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB);
  const text = JSON.stringify(body);
  const headers = { host, 'x-amz-target': 'DynamoDB_20120810.' + operation, 'content-length': Buffer.byteLength(text) };
  const reply = await module.exports.send({ protocol, hostname, port, path: '/', method: 'POST', headers, body: text }, 3000);
  return { statusCode: reply.statusCode, body: reply.body.toString() };
} };`;
};

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
    own: { code: await ownCaller() },
  };
  const routes = { 'POST /writer': 'writer', 'POST /reader': 'reader', 'POST /own': 'own' };
  const assembly = writeAssembly({ functions, routes });
  local = await serve({ assembly, port: 0, onCall: (call) => calls.push(call) });
});
afterAll(() => local.close());

const call = async (name: string, operation: string, body: object, more: { agent?: string; sent?: string } = {}) => {
  const headers = { 'content-type': 'application/json' };
  const sent = JSON.stringify({ operation, body, ...more });
  const reply = await send(local.url, `/${name}`, { method: 'POST', headers, body: sent });
  return { status: reply.status, ...JSON.parse(reply.body) };
};

describe('the database, called by a function,', () => {
  const refused = { status: 400, __type: 'com.amazon.coral.service#AccessDeniedException' };

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
      ...refused,
      Message: `User: arn:aws:sts::000000000000:assumed-role/${name}Function/${name}Function is not authorized to perform: dynamodb:${operation} on resource: ${resource} because no identity-based policy allows the dynamodb:${operation} action`,
    });
  });

  test.each(['in pieces', 'without its length'])('checks a request that is sent %s', async (sent) => {
    const large = { ...put, Item: { ...put.Item, text: { S: 'ü'.repeat(100_000) } } };
    expect(await call('writer', 'PutItem', large, { sent })).toEqual({ status: 200 });
    expect(await call('reader', 'PutItem', large, { sent })).toMatchObject(refused);
    expect(await call('reader', 'Query', byUser)).toMatchObject({ status: 200, Count: 0 });
  });

  test('checks every request of fetch and of a kept connection', async () => {
    const keepAlive = { agent: 'keepAlive' };
    for (const more of [{ agent: 'fetch' }, keepAlive, keepAlive]) {
      expect(await call('reader', 'PutItem', put, more)).toMatchObject(refused);
      expect(await call('reader', 'Query', byUser, more)).toMatchObject({ status: 200, Count: 0 });
    }
  });

  test('refuses the first attempt of `send`', async () => {
    for (let i = 0; i < 3; i++) expect(await call('own', 'PutItem', put)).toMatchObject(refused);
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
