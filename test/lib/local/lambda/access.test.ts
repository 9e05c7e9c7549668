import { join } from 'node:path';
import { build } from 'esbuild';
import { type Call, neededAccess } from '../../../../lib/local/lambda/access';
import { type Local, serve } from '../../../../lib/local/serve';
import { isGranted, statements } from '../../../../lib/local/template/policy';
import { root } from '../../../../lib/root';
import { tableArn, writeAssembly } from '../../../support/local/assembly';
import { send } from '../../../support/local/wire';

/** Calls DynamoDB with what the request says and answers what it said. */
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

/** The same by what the service's own functions ask with. */
const ownCaller = async () => {
  const entry = join(root, 'functions', 'table', 'send.ts');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
  });
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

const allow = (actions: string[], ...resources: unknown[]) => ({
  Effect: 'Allow',
  Action: actions.map((action) => `dynamodb:${action}`),
  Resource: resources,
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

let local: Local;
const calls: Call[] = [];
beforeAll(async () => {
  local = await serve({
    assembly: writeAssembly({
      functions: {
        writer: { code: caller, policy: [allow(['PutItem'], table)] },
        reader: { code: caller, policy: [allow(['Query'], index)] },
        own: { code: await ownCaller() },
      },
      routes: { 'POST /writer': 'writer', 'POST /reader': 'reader', 'POST /own': 'own' },
    }),
    port: 0,
    onCall: (call) => calls.push(call),
  });
});
afterAll(() => local.close());

const call = async (name: string, operation: string, body: object, more: { agent?: string; sent?: string } = {}) => {
  const headers = { 'content-type': 'application/json' };
  const sent = JSON.stringify({ operation, body, ...more });
  const reply = await send(local.url, `/${name}`, { method: 'POST', headers, body: sent });
  return { status: reply.status, ...JSON.parse(reply.body) };
};

describe('the database as a function sees it', () => {
  test('what its role grants goes through and is reported', async () => {
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
  ])('%s may not %s', async (name, operation, body, resource) => {
    expect(await call(name, operation, body)).toEqual({
      status: 400,
      __type: 'com.amazon.coral.service#AccessDeniedException',
      Message: `User: arn:aws:sts::000000000000:assumed-role/${name}Function/${name}Function is not authorized to perform: dynamodb:${operation} on resource: ${resource} because no identity-based policy allows the dynamodb:${operation} action`,
    });
  });

  test('a request that comes in pieces is looked at as a whole, and arrives as one', async () => {
    const large = { ...put, Item: { ...put.Item, text: { S: 'ü'.repeat(100_000) } } };
    expect(await call('writer', 'PutItem', large, { sent: 'in pieces' })).toEqual({ status: 200 });
    expect(await call('reader', 'PutItem', large, { sent: 'in pieces' })).toMatchObject({ status: 400 });
    expect(await call('reader', 'Query', byUser)).toMatchObject({ status: 200, Count: 0 });
  });

  test('a request that does not announce its length is looked at as a whole', async () => {
    expect(await call('writer', 'PutItem', put, { sent: 'without its length' })).toEqual({ status: 200 });
    expect(await call('reader', 'PutItem', put, { sent: 'without its length' })).toMatchObject({ status: 400 });
  });

  test('whatever a function asks with, and on whatever connection', async () => {
    const refused = { status: 400, __type: 'com.amazon.coral.service#AccessDeniedException' };
    const keepAlive = { agent: 'keepAlive' };
    for (const more of [{ agent: 'fetch' }, keepAlive, keepAlive]) {
      expect(await call('reader', 'PutItem', put, more)).toMatchObject(refused);
      expect(await call('reader', 'Query', byUser, more)).toMatchObject({ status: 200, Count: 0 });
    }
  });

  test('a function of the service hears at its first attempt what it may not', async () => {
    const refused = { status: 400, __type: 'com.amazon.coral.service#AccessDeniedException' };
    for (let i = 0; i < 3; i++) expect(await call('own', 'PutItem', put)).toMatchObject(refused);
  });
});

describe('the access a request needs', () => {
  const on = (action: string, resource = tableArn) => ({ action: `dynamodb:${action}`, resource });
  test.each([
    ['GetItem', { TableName: 'Table' }, [on('GetItem')]],
    ['GetItem', { TableName: tableArn }, [on('GetItem')]],
    ['Query', byUser, [on('Query', `${tableArn}/index/byUser`)]],
    ['BatchGetItem', { RequestItems: { Table: {} } }, [on('BatchGetItem')]],
    ['BatchWriteItem', { RequestItems: { Table: [] } }, [on('BatchWriteItem')]],
    ['TransactGetItems', { TransactItems: [{ Get: { TableName: 'Table' } }] }, [on('GetItem')]],
    [
      'TransactWriteItems',
      {
        TransactItems: ['Put', 'Update', 'Delete', 'ConditionCheck'].map((kind) => ({
          [kind]: { TableName: 'Table' },
        })),
      },
      [on('PutItem'), on('UpdateItem'), on('DeleteItem'), on('ConditionCheckItem')],
    ],
    ['ExecuteStatement', { Statement: 'SELECT' }, [on('ExecuteStatement', '*')]],
  ])('%s %j', (operation, request, needed) => {
    expect(neededAccess(`DynamoDB_20120810.${operation}`, request)).toEqual(needed);
  });
});

describe('a policy', () => {
  const granted = (policy: object | object[], action: string, resource: string) =>
    isGranted(statements({ Statement: policy }, 'Role'), action, resource);

  test.each([
    ['a:Get', 'r', 'a:Get', 'r', true],
    ['a:get', 'r', 'a:Get', 'r', true],
    ['a:Get', 'r', 'a:Put', 'r', false],
    ['a:Get', 'r', 'a:Get', 'r/index/x', false],
    ['a:Get', 'r/index/*', 'a:Get', 'r/index/x', true],
    ['a:G*', '*', 'a:Get', 'r', true],
    ['a:Ge?', 'r.', 'a:Get', 'rx', false],
  ])('that allows %s on %s: %s on %s is %p', (Action, Resource, action, resource, expected) => {
    expect(granted({ Effect: 'Allow', Action, Resource }, action, resource)).toBe(expected);
  });

  test('denies what it both allows and denies', () => {
    const both = ['Allow', 'Deny'].map((Effect) => ({ Effect, Action: 'a:*', Resource: '*' }));
    expect(granted(both, 'a:Get', 'r')).toBe(false);
  });

  test.each(['Condition', 'NotAction', 'NotResource'])(
    'with %s is refused, since it could not be enforced',
    (element) => {
      expect(() => granted({ Effect: 'Allow', [element]: {} }, 'a:Get', 'r')).toThrow(
        `The policy of Role uses ${element}; the local runner enforces Effect, Action and Resource only`,
      );
    },
  );
});
