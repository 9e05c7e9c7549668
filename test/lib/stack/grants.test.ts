import { entryOf, type Route } from '../../../functions/http/route';
import * as routes from '../../../functions/routes';
import { everySetting, type StackTemplate, templateOf } from '../../support/stack';

const plain = templateOf();
const full = templateOf(everySetting);
const [[tableId = ''] = []] = plain.entries('DynamoDB::GlobalTable');
const tableArn = { 'Fn::GetAtt': [tableId, 'Arn'] };

type Statement = { readonly Action: string | string[]; readonly Effect: string; readonly Resource: unknown };

/** Lists what statements grant: an effect, one action and one resource in each. */
const listed = (statements: readonly Statement[]) =>
  statements
    .flatMap(({ Action, Effect, Resource }) =>
      [Action].flat().flatMap((action) => [Resource].flat().map((resource) => ({ Effect, action, resource }))),
    )
    .map((grant) => JSON.stringify(grant))
    .sort();

const allow = (Action: string[], ...Resource: readonly unknown[]): Statement => ({ Effect: 'Allow', Action, Resource });

/** Returns the grants of a role that only a service may assume. Checks that the role has one policy, of its own. */
const grantsOf = ({ Resources }: StackTemplate, roleId = '', service = '') => {
  const { AssumeRolePolicyDocument, Policies, ManagedPolicyArns } = Resources[roleId]?.Properties ?? {};
  const Statement = [{ Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: `${service}.amazonaws.com` } }];
  expect(AssumeRolePolicyDocument).toEqual({ Version: '2012-10-17', Statement });
  expect([Policies, ManagedPolicyArns]).toEqual([undefined, [{ Ref: expect.any(String) }]]);
  return listed(Resources[ManagedPolicyArns[0].Ref]?.Properties.PolicyDocument.Statement);
};

/** Endpoint of DynamoDB in the stack's region, in every AWS partition. */
const endpoint = {
  'Fn::Join': ['', ['https://dynamodb.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]],
};

/** Permissions of X-Ray. X-Ray cannot limit them to a resource. */
const onTraces = allow(['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], '*');

describe.each(Object.entries<Route>(routes))('the function %s', (name, route) => {
  const isOwn = ({ Properties }: { Properties: { Handler: string } }) => Properties.Handler === `${name}.handler`;
  const functions = plain.each('Lambda::Function');
  const properties = functions.find(isOwn)?.Properties;
  const [roleId] = properties.Role['Fn::GetAtt'];
  const logGroupId = properties.LoggingConfig.LogGroup.Ref;

  test('runs as all functions of this service do', () => {
    expect(properties).toEqual({
      Architectures: ['arm64'],
      Code: expect.anything(),
      Tags: expect.anything(),
      Description: `${route.routeKey}: ${entryOf(route)}`,
      ...(route.actions && {
        Environment: { Variables: { TABLE_NAME: { Ref: tableId }, AWS_ENDPOINT_URL_DYNAMODB: endpoint } },
      }),
      Handler: `${name}.handler`,
      LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: logGroupId }, SystemLogLevel: 'WARN' },
      MemorySize: 512,
      Role: { 'Fn::GetAtt': [roleId, 'Arn'] },
      Runtime: 'nodejs24.x',
      Timeout: 10,
    });
  });

  test.each([
    ['no setting', plain, undefined, []],
    ['every setting', full, { Mode: 'Active' }, [onTraces]],
  ])('has with %s the grants of its route, its log and tracing, and no other', (_, template, tracing, more) => {
    expect(template.each('Lambda::Function').find(isOwn)?.Properties.TracingConfig).toEqual(tracing);
    const { actions = [], indexes = [] } = route;
    const indexArns = indexes.map((index) => ({ 'Fn::Join': ['', [tableArn, `/index/${index}`]] }));
    const onTable = actions.map((action) => `dynamodb:${action}`);
    const grants = [
      allow(onTable, tableArn),
      allow(['dynamodb:Query'], ...indexArns),
      allow(['logs:CreateLogStream', 'logs:PutLogEvents'], { 'Fn::GetAtt': [logGroupId, 'Arn'] }),
    ];
    expect(grantsOf(template, roleId, 'lambda')).toEqual(listed([...grants, ...more]));
  });
});

/** ARNs of each function and of its alias. */
const callable = plain.entries('Lambda::Function').flatMap(([id]) => {
  const arn = { 'Fn::GetAtt': [id, 'Arn'] };
  return [arn, { 'Fn::Join': ['', [arn, ':live']] }];
});

const rolesBeside = (template: StackTemplate) => {
  const ofFunctions = template.each('Lambda::Function').map(({ Properties }) => Properties.Role['Fn::GetAtt'][0]);
  return template.entries('IAM::Role').flatMap(([id]) => (ofFunctions.includes(id) ? [] : [id]));
};

test.each([
  ['no setting', plain],
  ['every setting', full],
])('with %s the role of the API may call functions and aliases, and nothing else', (_, template) => {
  const [roleId] = rolesBeside(template);
  expect(grantsOf(template, roleId, 'apigateway')).toEqual(listed([allow(['lambda:InvokeFunction'], ...callable)]));
});

test('only with canary CodeDeploy may shift aliases and read alarms, and no policy stands outside a role', () => {
  expect(rolesBeside(plain)).toHaveLength(1);
  const [, roleId, ...more] = rolesBeside(full);
  const shift = ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'];
  const grants = [allow(shift, ...callable), allow(['cloudwatch:DescribeAlarms'], '*')];
  expect(grantsOf(full, roleId, 'codedeploy')).toEqual(listed(grants));
  expect(more).toEqual([]);
  // Such a resource could grant more to a role, or a function to another service.
  expect([...full.each('IAM::Policy'), ...full.each('Lambda::Permission')]).toEqual([]);
});
