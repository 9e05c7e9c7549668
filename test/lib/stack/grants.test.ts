import { entryOf, isList, pluralOf, type Route } from '../../../functions/kit/http/route';
import * as routes from '../../../functions/routes';
import { indexesOfRoute } from '../../../lib/models/indexes';
import { memoryMb } from '../../../lib/stack/handler';
import { aChild, describeFor } from '../../support/declared';
import { everySetting, issuer, type StackTemplate, templateOf } from '../../support/stack';

const plain = templateOf();
const full = templateOf(everySetting);
const owned = templateOf({ issuer, audience: 'a', ownership: true });
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
  const { AssumeRolePolicyDocument, Policies, ...more } = Resources[roleId]?.Properties ?? {};
  const Statement = [{ Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: `${service}.amazonaws.com` } }];
  expect(AssumeRolePolicyDocument).toEqual({ Version: '2012-10-17', Statement });
  const [policy, ...others] = Policies ?? [];
  expect([others, Object.keys(more)]).toEqual([[], ['Tags']]);
  return listed(policy.PolicyDocument.Statement);
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
      MemorySize: memoryMb,
      Role: { 'Fn::GetAtt': [roleId, 'Arn'] },
      Runtime: 'nodejs24.x',
      Timeout: 10,
    });
  });

  test.each([
    ['no setting', plain, []],
    ['every setting', full, [onTraces]],
    ['ownership', owned, []],
  ])('has with %s the grants of its route, its log and tracing, and no other', (_, template, more) => {
    const indexArns = indexesOfRoute(route, { ownership: template === owned }).map((index) => ({
      'Fn::Join': ['', [tableArn, `/index/${index}`]],
    }));
    const onTable = (route.actions ?? []).map((action) => `dynamodb:${action}`);
    const grants = [
      allow(onTable, tableArn),
      allow(['dynamodb:Query'], ...indexArns),
      allow(['logs:CreateLogStream', 'logs:PutLogEvents'], { 'Fn::GetAtt': [logGroupId, 'Arn'] }),
    ];
    expect(grantsOf(template, roleId, 'lambda')).toEqual(listed([...grants, ...more]));
  });
});

test('each list, and no other function, may query the index of owners, on a stage with ownership only', () => {
  const namesIn = (template: StackTemplate) =>
    template
      .entries('IAM::Role')
      .filter(([, role]) => JSON.stringify(role).includes('/index/by_owner'))
      .map(([id]) => id.slice(0, -8))
      .sort();
  const lists = Object.entries<Route>(routes).filter(([, route]) => isList(route));
  const roles = lists.map(([name]) => `Api${name}Role`);
  expect([plain, full, owned].map(namesIn)).toEqual([[], [], roles.sort()]);
});

describeFor(aChild, 'the indexes of a route', ({ parent }) => {
  test('are those of the children for a deletion only, whatever its parameters are named', () => {
    const route: Route = { routeKey: `POST ${parent.path}/{id}/close`, query: { force: {} } };
    expect(indexesOfRoute(route)).toEqual([]);
  });
});

/** Returns the ids of the roles that a service assumes, but for those of the functions. */
const rolesOf = (template: StackTemplate, service: string) =>
  template.entries('IAM::Role').flatMap(([id, { Properties }]) => {
    const [{ Principal }] = Properties.AssumeRolePolicyDocument.Statement;
    return Principal.Service === `${service}.amazonaws.com` ? [id] : [];
  });

const resourceOf = (route: Route) => (route.actions ? pluralOf(route) : 'site');

/** Returns the grants of some actions on the functions and aliases of each resource, a list for each resource. */
const grantsByResource = (actions: string[], ...others: Statement[]) =>
  [...new Set(Object.values<Route>(routes).map(resourceOf))].map((resource) => {
    const own = Object.entries<Route>(routes).filter(([, route]) => resourceOf(route) === resource);
    const handlers = own.map(([name]) => `${name}.handler`);
    const functions = plain.entries('Lambda::Function').filter(([, is]) => handlers.includes(is.Properties.Handler));
    const arns = functions.flatMap(([id]) => {
      const arn = { 'Fn::GetAtt': [id, 'Arn'] };
      return [arn, { 'Fn::Join': ['', [arn, ':live']] }];
    });
    return listed([allow(actions, ...arns), ...others]);
  });

test('a role of the API for each resource may call its functions and aliases, and nothing else', () => {
  const grants = [plain, full].map((template) =>
    rolesOf(template, 'apigateway').map((id) => grantsOf(template, id, 'apigateway')),
  );
  expect(grants).toEqual(Array(2).fill(grantsByResource(['lambda:InvokeFunction'])));
});

test('only with canary CodeDeploy may shift aliases and read alarms, and no policy stands outside a role', () => {
  expect(rolesOf(plain, 'codedeploy')).toEqual([]);
  const shift = ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'];
  const grants = rolesOf(full, 'codedeploy').map((id) => grantsOf(full, id, 'codedeploy'));
  expect(grants).toEqual(grantsByResource(shift, allow(['cloudwatch:DescribeAlarms'], '*')));
  const services = ['lambda', 'apigateway', 'codedeploy'].flatMap((service) => rolesOf(full, service));
  expect(services).toHaveLength(full.each('IAM::Role').length);
  // Such a resource could grant more to a role, or a function to another service. Managed policies have a quota.
  const outside = ['IAM::Policy', 'IAM::ManagedPolicy', 'Lambda::Permission'].flatMap((type) => full.each(type));
  expect(outside).toEqual([]);
});
