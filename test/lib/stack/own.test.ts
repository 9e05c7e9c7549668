import { CfnResource, Stack } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Needs } from '../../../functions/kit/needs';
import type { Own } from '../../../lib/stack/own';
import { type OwnTemplate, stackWith } from './own-stack';

const none: Own = () => ({});
const makeQueue: Own = ({ scope }) => {
  const { queueArn, queueUrl } = new Queue(scope, 'Orders');
  return { resources: { orders: queueArn }, variables: { ORDERS_URL: queueUrl } };
};
const consume: Own = ({ scope, functions }) => {
  const queue = new Queue(scope, 'Orders');
  Object(functions).work.addEventSource(new SqsEventSource(queue));
  return { resources: { orders: queue.queueArn } };
};
const take = ['ReceiveMessage', 'ChangeMessageVisibility', 'GetQueueUrl', 'DeleteMessage', 'GetQueueAttributes'].map(
  (name) => `sqs:${name}` as const,
);

const functionIn = ({ Resources }: OwnTemplate, name: string) =>
  Object.values(Resources).find(({ Properties }) => Object(Properties).Handler === `${name}.handler`)?.Properties;

const statementsOf = (template: OwnTemplate, name: string) => {
  const [id = ''] = Object(functionIn(template, name)).Role['Fn::GetAtt'];
  const [{ PolicyDocument }] = Object(template.Resources[id]?.Properties).Policies;
  return PolicyDocument.Statement;
};

test('a stack without own parts has none in its metadata, and a job runs with the table alone', () => {
  const { errors, template } = stackWith(none, {
    job: { actions: ['Query'], timeoutSeconds: 300, memoryMb: 1024 },
    settings: {
      issuer: 'https://issuer.example',
      audience: 'a',
      ownership: true,
    },
  });
  expect([errors, template.Metadata.Own]).toEqual([[], undefined]);
  expect(functionIn(template, 'work')).toMatchObject({
    Description: 'work: functions/out/work.ts',
    Timeout: 300,
    MemorySize: 1024,
    Environment: { Variables: { TABLE_NAME: expect.anything(), OWNERSHIP: 'true' } },
  });
  expect(statementsOf(template, 'work')).toMatchObject([{ Action: 'dynamodb:Query' }, { Action: expect.any(Array) }]);
});

test('a route gets what it names of lib/own.ts, in a role of its own, and other functions get nothing', () => {
  const needs = {
    grants: { orders: ['sqs:SendMessage'], '*': ['translate:TranslateText'] },
    environment: ['ORDERS_URL'],
  } as const;
  const { errors, template } = stackWith(makeQueue, { route: needs });
  const [id = ''] = template.Metadata.Own ?? [];
  expect([errors, template.Resources[id]?.Type, template.Metadata.Own?.length]).toEqual([[], 'AWS::SQS::Queue', 1]);
  expect(functionIn(template, 'callOut')).toMatchObject({ Environment: { Variables: { ORDERS_URL: { Ref: id } } } });
  expect(statementsOf(template, 'callOut').slice(1)).toEqual([
    { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: { 'Fn::GetAtt': [id, 'Arn'] } },
    { Effect: 'Allow', Action: 'translate:TranslateText', Resource: '*' },
  ]);
  const using = Object.entries(template.Resources).filter(([, each]) => JSON.stringify(each).includes(`"${id}"`));
  expect(using.map(([, { Type }]) => Type)).toEqual(['AWS::IAM::Role', 'AWS::Lambda::Function']);
});

test('a job has no index that the table lacks, and no name of a route', () => {
  const { errors } = stackWith(none, { job: { indexes: ['byNothing'] }, jobName: 'callOut' });
  expect(errors).toEqual([
    expect.stringContaining('callOut queries the index "byNothing", and the table has'),
    'The job callOut has the name of a route; rename the job.',
  ]);
});

test('a construct that triggers a job adds to the own part, and needs the grants of the job', () => {
  const { errors, template } = stackWith(consume, { job: { grants: { orders: take } } });
  const types = template.Metadata.Own?.map((id) => template.Resources[id]?.Type);
  expect([errors, types?.sort()]).toEqual([[], ['AWS::Lambda::EventSourceMapping', 'AWS::SQS::Queue']]);
});

const open: Own = ({ table }) => ({
  resources: { table: `${table.tableArn}/index/*`, any: 'arn:aws:dynamodb:*:*:table/*' },
});
const changeKit: Own = ({ scope }) => {
  const logs = Stack.of(scope)
    .node.findAll()
    .find((each) => each instanceof LogGroup)?.node.defaultChild;
  if (logs instanceof CfnResource) logs.addPropertyOverride('RetentionInDays', 1);
  return {};
};

test.each<[mistake: string, own: Own, ofRoute: Needs, sentence: string]>([
  [
    'a resource that nobody names',
    makeQueue,
    { grants: { order: ['sqs:SendMessage'] } },
    '"grants" of callOut has "order", which lib/own.ts does not name; allowed: *, orders.',
  ],
  [
    'a variable that nobody gives',
    none,
    { environment: ['ORDERS_URL'] },
    '"environment" of callOut has "ORDERS_URL", which lib/own.ts does not name; allowed: none.',
  ],
  [
    'a variable of the service',
    () => ({ variables: { TABLE_NAME: 'another' } }),
    { environment: ['TABLE_NAME'] },
    '"environment" of callOut has "TABLE_NAME", a name of the service or of Lambda; choose another.',
  ],
  [
    'a grant that only a construct asks for',
    consume,
    {},
    `lib/own.ts lets work call ${take.join(', ')}; add them to "grants" there, and name the resource in lib/own.ts.`,
  ],
  [
    'a grant that opens the table',
    open,
    { grants: { table: ['dynamodb:Scan'] } },
    '"grants" of callOut opens the table of the service by "table"; name its actions in "actions".',
  ],
  [
    'a grant that opens all tables',
    open,
    { grants: { any: ['dynamodb:Scan'] } },
    '"grants" of callOut opens the table of the service by "any"; name its actions in "actions".',
  ],
  ['a change of the logs', changeKit, {}, 'lib/own.ts changes ApiLog'],
])('refuses %s', (_, own, ofRoute, sentence) => {
  // The job shares no role with another function, so that the sentence names it alone.
  const { errors } = stackWith(own, { route: ofRoute, job: { actions: ['Query', 'BatchGetItem', 'DeleteItem'] } });
  expect(errors).toEqual([expect.stringContaining(sentence)]);
});
