import { entryOf, type Route } from '../../../functions/http/route';
import * as routes from '../../../functions/routes';
import { type StackTemplate, templateOf } from '../../support/stack';

const plain = templateOf();
const traced = templateOf({ tracing: true });
const [[tableId = ''] = []] = plain.entries('DynamoDB::GlobalTable');
const tableArn = { 'Fn::GetAtt': [tableId, 'Arn'] };

type Statement = { readonly Action: string | string[]; readonly Effect: string; readonly Resource: unknown };

/** Returns the grants of a role. Checks that the role has one policy of its own and no inline policy. */
const grantsOf = ({ Resources }: StackTemplate, roleId: string) => {
  const { Policies, ManagedPolicyArns } = Resources[roleId]?.Properties ?? {};
  expect([Policies, ManagedPolicyArns]).toEqual([undefined, [{ Ref: expect.any(String) }]]);
  const statements: Statement[] = Resources[ManagedPolicyArns[0].Ref]?.Properties.PolicyDocument.Statement;
  return statements.flatMap(({ Action, Effect, Resource }) =>
    [Action].flat().flatMap((action) => [Resource].flat().map((resource) => ({ Effect, action, resource }))),
  );
};

/** Endpoint of DynamoDB in the stack's region, in every AWS partition. */
const endpoint = {
  'Fn::Join': ['', ['https://dynamodb.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]],
};

/** Permissions of X-Ray. X-Ray cannot limit them to a resource. */
const onTraces = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'].map((action) => ({ action, resource: '*' }));

describe.each(Object.entries<Route>(routes))('the function %s', (name, route) => {
  const functions = plain.each('Lambda::Function').map(({ Properties }) => Properties);
  const properties = functions.find(({ Handler }) => Handler === `${name}.handler`);
  const [roleId] = properties.Role['Fn::GetAtt'];
  const logGroupId = properties.LoggingConfig.LogGroup.Ref;

  test('runs as all functions of this service do', () => {
    expect(properties).toEqual({
      Architectures: ['arm64'],
      Code: expect.anything(),
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
    ['without tracing', plain, []],
    ['with tracing', traced, onTraces],
  ])('has %s the grants of its route and of its own log, and no other', (_, template, more) => {
    const log = { 'Fn::GetAtt': [logGroupId, 'Arn'] };
    const allowed = [
      ...(route.actions ?? []).map((action) => ({ action: `dynamodb:${action}`, resource: tableArn as unknown })),
      ...(route.indexes ?? []).map((index) => {
        return { action: 'dynamodb:Query', resource: { 'Fn::Join': ['', [tableArn, `/index/${index}`]] } };
      }),
      ...['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => ({ action, resource: log })),
      ...more,
    ];
    const granted = grantsOf(template, roleId);
    expect(granted).toHaveLength(allowed.length);
    expect(granted).toEqual(expect.arrayContaining(allowed.map((grant) => ({ Effect: 'Allow', ...grant }))));
  });

  test('shares its role and its log group with no other function', () => {
    const others = JSON.stringify(functions.filter((other) => other !== properties));
    expect(others).not.toContain(roleId);
    expect(others).not.toContain(logGroupId);
  });
});
