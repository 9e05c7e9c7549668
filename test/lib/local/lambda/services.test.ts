import { createHash } from 'node:crypto';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { GrantedCall } from '../../../../lib/local/lambda/proxy';
import { type LocalService, serve } from '../../../../lib/local/serve';
import { startFakeServer } from '../../../support/fake-server';
import { send } from '../../../support/http';
import { writeAssembly } from '../write-assembly';

const clients = ['sqs', 'sts', 'lambda', 'cloudformation'].map((name) => require.resolve(`@aws-sdk/client-${name}`));

/** Function whose result is the value of the code in the query. The code has the SDK, and a function that calls AWS by it. */
const code = `const sdk = Object.assign({}, ...${JSON.stringify(clients)}.map(require));
const { QUEUE_URL: QueueUrl } = process.env;
const call = (client, command, input) =>
  new sdk[client + 'Client']({}).send(new sdk[command + 'Command'](input)).catch(({ name, message, $metadata }) =>
    ({ name, message, attempts: $metadata.attempts }));
const fetchText = async (path) => ({ text: await (await fetch(process.env.AWS_ENDPOINT_URL + path)).text() });
exports.handler = async ({ rawQueryString }) => eval(decodeURIComponent(rawQueryString));`;

const variables = { STAGE: 'dev', SIZE: '1', AWS_ENDPOINT_URL_SQS: 'https://sqs.example' };
const allow = (...actions: string[]) => new PolicyStatement({ actions, resources: ['arn:aws:sqs:::none'] });
const denied = new PolicyStatement({ effect: Effect.DENY, actions: ['sqs:Delete*'], resources: ['*'] });

let queues: Awaited<ReturnType<typeof startFakeServer>>;
let service: LocalService;
const calls: GrantedCall[] = [];
const logs: string[] = [];
beforeAll(async () => {
  queues = await startFakeServer();
  service = await serve({
    port: 0,
    assembly: writeAssembly({
      functions: { shop: [code, 'GET /shop'], job: [code] },
      grants: {
        shop: (lambda) => {
          for (const each of [
            allow('sqs:*', 'lambda:Get*', 'cloudformation:ListStacks', 's3:GetObject', 'cloudwatch:*'),
            denied,
          ])
            lambda.addToRolePolicy(each);
        },
      },
      properties: {
        shopFunction: {
          Environment: { Variables: { ...variables, QUEUE_URL: { Ref: 'Queue' }, SECRET_ARN: { Ref: 'Secret' } } },
        },
      },
    }),
    variables: {
      STAGE: 'mine',
      OTHER: 'not in the template',
      QUEUE_URL: `${queues.url}/000000000000/orders`,
      AWS_ENDPOINT_URL_SQS: queues.url,
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:2',
    },
    onCall: (call) => calls.push(call),
    onLog: (name, line) => logs.push(`${name}: ${line}`),
  });
});
afterAll(async () => {
  await service.close();
  await queues.close();
});

const run = async (text: string) => (await send(service.url, `GET /shop?${encodeURIComponent(text)}`)).body;

test('a given variable takes the place of that of the template, and an unknown one without it is missing', async () => {
  const { AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB, ...others } = await run('process.env');
  expect(AWS_ENDPOINT_URL_DYNAMODB).toBe(AWS_ENDPOINT_URL);
  const own = Object.entries(others).filter(([name]) => !/^(AWS_(?!ENDPOINT)|TZ$|_HANDLER$)/.test(name));
  const QUEUE_URL = `${AWS_ENDPOINT_URL}/000000000000/orders`;
  expect(Object.fromEntries(own)).toEqual({ STAGE: 'mine', SIZE: '1', QUEUE_URL });
  expect([...service.missingVariables]).toEqual([['SECRET_ARN', ['shop']]]);
  expect(service.unknownVariables).toEqual(['OTHER']);
});

test('a message of the SDK reaches what stands in for its queue, and the permission is reported', async () => {
  const MD5OfMessageBody = createHash('md5').update('placed').digest('hex');
  queues.setReply(() => ({ status: 200, body: { MessageId: 'one', MD5OfMessageBody } }));
  const sent = await run("call('SQS', 'SendMessage', { QueueUrl, MessageBody: 'placed' })");
  expect(sent).toMatchObject({ MessageId: 'one', MD5OfMessageBody });
  const [{ headers, text } = { headers: {}, text: '' }] = queues.requests;
  expect(headers).toMatchObject({ 'x-amz-target': 'AmazonSQS.SendMessage' });
  expect(JSON.parse(text)).toMatchObject({ QueueUrl: expect.stringMatching(/\/000000000000\/orders$/) });
  expect(calls).toEqual([{ functionName: 'shop', action: 'sqs:SendMessage', resource: '*' }]);
  // The SDK warns in the log when the host of a queue is not that of its calls.
  expect(logs).toEqual([]);
});

const denialOf = (action: string) =>
  `User: arn:aws:sts::000000000000:assumed-role/shopFunction/shopFunction is not authorized to perform: ${action} on resource: * because no identity-based policy allows the ${action} action`;
const nothingFor = (service: string, variable: string) =>
  `Nothing stands in for ${service} here: give its address by npm start -- --env AWS_ENDPOINT_URL_${variable}=http://…`;

test.each([
  ["'SQS', 'DeleteQueue', { QueueUrl }", 'AccessDeniedException', denialOf('sqs:DeleteQueue')],
  ["'STS', 'GetCallerIdentity', {}", 'AccessDenied', denialOf('sts:GetCallerIdentity')],
  ["'CloudFormation', 'ListStacks', {}", 'NoStandIn', nothingFor('cloudformation', 'CLOUDFORMATION')],
  ["'Lambda', 'ListFunctions', {}", 'NoStandIn', nothingFor('lambda', 'LAMBDA')],
])('the SDK throws the error of the call %s at its first attempt: %s', async (call, name, message) => {
  expect(await run(`call(${call})`)).toEqual({ name, message, attempts: 1 });
});

const urlOf = (name: string) => `/a/b?X-Amz-Credential=local%2F20261129%2Fus-east-1%2F${name}%2Faws4_request`;
const xml = (code: string, message: string) =>
  `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
const json = (code: string, message: string) =>
  JSON.stringify({ __type: `com.amazon.coral.service#${code}`, Message: message });

test.each([
  ['s3', xml('NoStandIn', 'Nothing that stands in for s3 answers at http://127.0.0.1:2')],
  ['monitoring', json('NoStandIn', nothingFor('monitoring', 'CLOUDWATCH'))],
  ['secretsmanager', json('AccessDeniedException', denialOf('secretsmanager:*'))],
])('a signed URL of %s gets an error in the form of its protocol', async (name, text) => {
  expect(await run(`fetchText('${urlOf(name)}')`)).toEqual({ text });
});

test('the log names each action that a function lacks, and where to add it', async () => {
  logs.length = 0;
  const text = "call('SQS', 'DeleteQueue', { QueueUrl })";
  await run(text);
  await run(`fetchText('${urlOf('secretsmanager')}')`);
  const event = { rawQueryString: encodeURIComponent(text) };
  await send(service.url, 'POST /2015-03-31/functions/job/invocations', { body: event });
  expect(logs).toEqual([
    'shop: may not call sqs:DeleteQueue; add the action to "grants" of the route',
    'shop: may not call secretsmanager; add the action to "grants" of the route',
    'job: may not call sqs:DeleteQueue; add the action to the role of the function',
  ]);
});
