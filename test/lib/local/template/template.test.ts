import { isGranted } from '../../../../lib/local/template/policy';
import { readTemplate } from '../../../../lib/local/template/template';
import { temporaryFolder } from '../../../support/folder';
import { arnOf, echo, writeAssembly } from '../write-assembly';

/** Reads the template of one function and one route. */
const read = (properties: Record<string, object>, more?: Parameters<typeof writeAssembly>[0]['more']) =>
  readTemplate(writeAssembly({ functions: { echo: [echo, 'GET /a/{id}'] }, properties, more }));
const policyFor = (action: string, resource: unknown) => ({
  PolicyDocument: { Statement: [{ Effect: 'Allow', Action: action, Resource: resource }] },
});

test('a function has the managed policies of its role', () => {
  const managed = { Type: 'AWS::IAM::ManagedPolicy', Properties: policyFor('a:managed', '*') };
  const { functions } = read({ echoFunctionServiceRole: { ManagedPolicyArns: [{ Ref: 'managed' }] } }, { managed });
  expect(functions[0]?.policy).toEqual([{ Effect: 'Allow', Action: 'a:managed', Resource: '*' }]);
});

/** Values of variables, with what a function gets for each. Only AWS knows a value that is null. */
const values: Readonly<Record<string, readonly [value: unknown, known: string | null]>> = {
  PLAIN: ['text', 'text'],
  TABLE: [{ Ref: 'Table' }, 'Table'],
  TABLE_ARN: [arnOf('Table'), 'arn:aws:dynamodb:us-east-1:000000000000:table/Table'],
  JOB: [{ Ref: 'echoFunction' }, 'echoFunction'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation replaces the names
  HOST: [{ 'Fn::Sub': 'sqs.${AWS::Region}.${AWS::URLSuffix}' }, 'sqs.us-east-1.amazonaws.com'],
  QUEUE_URL: [{ Ref: 'Queue' }, null],
  QUEUE_ARN: [arnOf('Queue'), null],
  STREAM: [
    { 'Fn::GetAtt': ['Table', 'StreamArn'] },
    'arn:aws:dynamodb:us-east-1:000000000000:table/Table/stream/local',
  ],
  TABLE_ID: [{ 'Fn::GetAtt': ['Table', 'TableId'] }, null],
  STACK: [{ Ref: 'AWS::StackId' }, null],
  OBJECTS: [{ 'Fn::Join': ['', [arnOf('Bucket'), '/*']] }, null],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation replaces the name
  BUCKET: [{ 'Fn::Sub': 's3://${Bucket}/a' }, null],
  IMPORTED: [{ 'Fn::ImportValue': 'a' }, null],
};

test('a variable of a function has no value when only AWS knows it', () => {
  const Variables = Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, value]));
  const { functions } = read({ echoFunction: { Environment: { Variables } } });
  const known = Object.fromEntries(Object.entries(values).map(([name, [, value]]) => [name, value]));
  expect(functions[0]?.environment).toEqual(known);
});

const unknown = { 'Fn::If': ['a', 'b', 'c'] };
const statement = (Resource: unknown, more?: object) => ({ Effect: 'Allow', Action: 'a:b', Resource, ...more });

test('a part of a policy that the runner does not know grants nothing', () => {
  const parts = [
    statement(unknown),
    statement([arnOf('Table'), unknown]),
    statement('*', { Effect: unknown }),
    unknown,
  ];
  const Policies = [{ PolicyDocument: { Statement: parts } }, unknown];
  const [{ policy = [] } = {}] = read({
    echoFunctionServiceRole: { Policies, ManagedPolicyArns: [unknown] },
  }).functions;
  const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/Table';
  const granted = [table, 'undefined', 'c'].filter((resource) => isGranted(policy, 'a:b', resource));
  expect(granted).toEqual([table]);
});

test('resources of another kind, and functions that cannot run and no route calls, stop no start', () => {
  const more = {
    Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: unknown } },
    permission: { Type: 'AWS::Lambda::Permission', Properties: { SourceArn: unknown, FunctionName: unknown } },
    inline: { Type: 'AWS::Lambda::Function', Properties: { Code: { ZipFile: unknown }, Timeout: unknown } },
    image: { Type: 'AWS::Lambda::Function', Properties: { Code: { ImageUri: 'a' }, Role: unknown } },
    socket: { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'WEBSOCKET' } },
    connect: { Type: 'AWS::ApiGatewayV2::Route', Properties: { ApiId: { Ref: 'socket' }, RouteKey: '$connect' } },
  };
  const { functions, routes } = read({ echoFunction: { Tags: [unknown] }, Table: { Tags: [unknown] } }, more);
  expect([functions.map(({ id }) => id), routes.length]).toEqual([['echoFunction'], 1]);
});

test('a route calls its function by an alias when its role may invoke the alias', () => {
  const live = { Type: 'AWS::Lambda::Alias', Properties: { FunctionName: { Ref: 'echoFunction' }, Name: 'live' } };
  const changed = {
    echoIntegration: { IntegrationUri: { Ref: 'live' }, CredentialsArn: arnOf('caller') },
  };
  const policies = [policyFor('lambda:InvokeFunction', { Ref: 'live' })];
  const caller = { Type: 'AWS::IAM::Role', Properties: { Policies: policies } };
  expect(read(changed, { live, caller }).routes).toMatchObject([{ functionId: 'echoFunction', isPermitted: true }]);
});

test('a route may not call a function that permits another API only', () => {
  const SourceArn = 'arn:aws:execute-api:us-east-1:000000000000:Other/*/*/a/{id}';
  expect(read({ echoRoute0echoIntegrationPermission: { SourceArn } }).routes).toMatchObject([{ isPermitted: false }]);
});

test.each<[id: string, properties: object, message: string]>([
  ['echoRoute0', { AuthorizationType: 'AWS_IAM' }, 'GET /a/{id} has AuthorizationType AWS_IAM; allowed: NONE and JWT'],
  [
    'echoRoute0',
    { AuthorizationType: 'JWT', AuthorizerId: { Ref: 'Table' } },
    'GET /a/{id} has an authorizer that reads undefined; allowed: $request.header.Authorization',
  ],
  [
    'echoIntegration',
    { PayloadFormatVersion: '1.0' },
    'GET /a/{id} has integration AWS_PROXY 1.0; allowed: AWS_PROXY 2.0',
  ],
  [
    'echoFunction',
    { MemorySize: { 'Fn::If': ['a', 1, 2] } },
    'The template uses Fn::If as ["a",1,2]; the local runner knows Ref and Fn::GetAtt, Fn::Join, Fn::Sub of a text',
  ],
  [
    'echoFunction',
    { Code: { ZipFile: 'exports.handler = () => {}' } },
    'asset.undefined holds no echo.js, .mjs or .cjs',
  ],
  [
    'echoFunctionServiceRole',
    { Policies: [{ PolicyDocument: { Statement: { Effect: 'Allow', Condition: {} } } }] },
    'The policy of echoFunctionServiceRole uses Condition; the local runner enforces Effect, Action and Resource only',
  ],
])('a template that cannot be served is refused: %s %j', (id, properties, message) => {
  expect(() => read({ [id]: properties })).toThrow(message);
});

test('a folder without a template is refused', () => {
  const folder = temporaryFolder();
  expect(() => readTemplate(folder)).toThrow(`${folder} holds 0 files named *.template.json; exactly one is needed`);
});
