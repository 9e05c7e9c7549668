import { consume, makeQueue, none, type OwnTemplate, stackWith, take } from './own-stack';

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

test('a function gets another role with other grants, so that old code keeps its own during a canary', () => {
  const roleWith = (...actions: readonly `sqs:${string}`[]) =>
    Object(functionIn(stackWith(makeQueue, { route: { grants: { orders: actions } } }).template, 'callOut')).Role;
  expect(roleWith('sqs:SendMessage')).toEqual(roleWith('sqs:SendMessage'));
  expect(roleWith('sqs:SendMessage')).not.toEqual(roleWith('sqs:SendMessage', 'sqs:PurgeQueue'));
});

test('a job writes into a log of its own, so that its failure is none of the API', () => {
  const { template } = stackWith(none);
  const logsOf = (name: string) => Object(functionIn(template, name)).LoggingConfig.LogGroup;
  expect(logsOf('work')).not.toEqual(logsOf('callOut'));
});

test('a limit that Lambda or API Gateway does not take is an error, for a route above 30 s and for a job above 900', () => {
  const { errors } = stackWith(none, {
    route: { memoryMb: 64, timeoutSeconds: 31 },
    job: { memoryMb: 512.5, timeoutSeconds: 901 },
  });
  expect(errors).toEqual([
    '"memoryMb" of callOut is 64; allowed: a whole number from 128 to 10240.',
    '"timeoutSeconds" of callOut is 31; allowed: a whole number from 1 to 30.',
    '"memoryMb" of work is 512.5; allowed: a whole number from 128 to 10240.',
    '"timeoutSeconds" of work is 901; allowed: a whole number from 1 to 900.',
  ]);
});
