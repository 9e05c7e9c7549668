import { Aspects, Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Code, FunctionUrlAuthType, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct, IConstruct } from 'constructs';
import type { Needs } from '../../../functions/kit/needs';
import type { Own } from '../../../lib/stack/own';
import { consume, makeQueue, none, stackWith, take } from './own-stack';

const open: Own = ({ table }) => ({
  resources: { table: `${table.tableArn}/index/*`, any: 'arn:aws:dynamodb:*:*:table/*', all: '*' },
});
const logsOf = (scope: Construct) => {
  const logs = Stack.of(scope)
    .node.findAll()
    .find((each) => each instanceof CfnLogGroup);
  if (!logs) throw new Error('The stack has no log group.');
  return logs;
};
const consumeAnother: Own = ({ scope, functions }) => {
  Object(functions).work.addEventSource(new SqsEventSource(new Queue(scope, 'Orders')));
  return { resources: { orders: new Queue(scope, 'Others').queueArn } };
};
const code = {
  code: Code.fromInline('exports.handler = () => {}'),
  handler: 'index.handler',
  runtime: Runtime.NODEJS_24_X,
};
const readTable = new PolicyStatement({ actions: ['dynamodb:GetItem'], resources: ['*'] });

test.each<[mistake: string, own: Own, ofRoute: Needs, sentence: string]>([
  [
    'a resource that nobody names',
    makeQueue,
    { grants: { order: ['sqs:SendMessage'] } },
    '"grants" of callOut has "order", which lib/own.ts does not give; allowed: *, orders.',
  ],
  [
    'a variable that nobody gives',
    none,
    { environment: ['ORDERS_URL'] },
    '"environment" of callOut has "ORDERS_URL", which lib/own.ts does not give; allowed: none.',
  ],
  [
    'a variable without a value',
    () => ({ variables: { ORDERS_URL: '' } }),
    { environment: ['ORDERS_URL'] },
    '"environment" of callOut has "ORDERS_URL", which lib/own.ts does not give; allowed: none.',
  ],
  [
    'a variable of the service',
    () => ({ variables: { TABLE_NAME: 'another' } }),
    { environment: ['TABLE_NAME'] },
    '"environment" of callOut has "TABLE_NAME", which is no name, or one of the service or of Lambda; choose another.',
  ],
  [
    'a grant that only a construct asks for',
    consume,
    {},
    `lib/own.ts lets work call ${take.join(', ')} of {"Fn::GetAtt"`,
  ],
  [
    'a grant of another resource than a construct asks for',
    consumeAnother,
    {},
    `lib/own.ts lets work call ${take.join(', ')} of {"Fn::GetAtt":["OwnOrders`,
  ],
  [
    'a construct that reads the table by a function',
    ({ table, functions }) => {
      table.grantReadData(functions.getReference);
      return {};
    },
    {},
    'name them in "actions", because the table is the service\'s.',
  ],
  [
    'a grant that opens the table',
    open,
    { grants: { table: ['dynamodb:Scan'] } },
    '"grants" of callOut opens the table',
  ],
  [
    'a grant that opens all tables',
    open,
    { grants: { any: ['DynamoDB:Scan'] } },
    '"grants" of callOut opens the table',
  ],
  ['a grant of everything', open, { grants: { '*': ['dynamodb:*'] } }, '"grants" of callOut opens the table'],
  [
    'every resource by another name',
    open,
    { grants: { all: ['sqs:*'] } },
    'which is every resource; name it "*" there.',
  ],
  [
    'a policy for the role of a function',
    ({ scope, functions }) => {
      new ManagedPolicy(scope, 'More', { statements: [readTable], roles: [Object(functions.getReference).role] });
      return {};
    },
    {},
    'lib/own.ts uses the role ApiRoles',
  ],
  [
    'another function that reads the table',
    ({ scope, table }) => {
      table.grantReadData(new LambdaFunction(scope, 'Reader', code));
      return {};
    },
    {},
    'lib/own.ts opens the table of the service in OwnReader',
  ],
  [
    'an open address of a function',
    ({ functions }) => {
      functions.getReference.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
      return {};
    },
    {},
    'lib/own.ts lets everybody call ApigetReference',
  ],
  [
    'a change of the logs',
    ({ scope }) => {
      logsOf(scope).retentionInDays = 1;
      return {};
    },
    {},
    'lib/own.ts changes ApiLog',
  ],
])('refuses %s', (_, own, ofRoute, sentence) => {
  // The job shares no role with another function, so that the sentence names it alone.
  const job = { actions: ['Query', 'BatchGetItem', 'DeleteItem'], grants: { '*': ['sns:Publish'] } } as const;
  const { errors } = stackWith(own, { route: ofRoute, job });
  expect(errors).toContainEqual(expect.stringContaining(sentence));
});

test('refuses an aspect that changes the logs at the end of the synthesis', () => {
  const weaken: Own = ({ scope }) => {
    const visit = (node: IConstruct) => {
      if (node instanceof CfnLogGroup) node.retentionInDays = 1;
    };
    Aspects.of(Stack.of(scope)).add({ visit });
    return {};
  };
  expect(() => stackWith(weaken)).toThrow('lib/own.ts changes ApiLog');
});
