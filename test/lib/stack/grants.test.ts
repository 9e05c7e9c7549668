import * as jobs from '../../../functions/jobs';
import { isList, methodOf, type Route } from '../../../functions/kit/http/route';
import type { Needs } from '../../../functions/kit/needs';
import * as routes from '../../../functions/routes';
import { handlerSourceOf } from '../../../lib/build/handlers';
import { indexesOfRoute } from '../../../lib/models/indexes';
import { memoryMb } from '../../../lib/stack/function';
import { aChild, describeFor } from '../../support/declared';
import { everySetting, issuer, type StackTemplate, templateOf } from '../../support/stack';
import { allow, grantsOf, listed, rolesOf } from './roles';

const plain = templateOf();
const full = templateOf(everySetting);
const owned = templateOf({ issuer, audience: 'a', ownership: true });
const [[tableId = ''] = []] = plain.entries('DynamoDB::GlobalTable');
const tableArn = { 'Fn::GetAtt': [tableId, 'Arn'] };

/** Returns the properties of a function, and the id of its role. */
const functionIn = ({ each }: StackTemplate, name: string) => {
  const functions = each('Lambda::Function').map(({ Properties }) => Properties);
  const properties = functions.find(({ Handler }) => Handler === `${name}.handler`);
  const roleId: string = properties.Role['Fn::GetAtt'][0];
  return { properties, roleId };
};

/** Endpoint of DynamoDB in the stack's region, in every AWS partition. */
const endpoint = {
  'Fn::Join': ['', ['https://dynamodb.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]],
};

/** Permissions of X-Ray. X-Ray cannot limit them to a resource. */
const onTraces = allow(['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], '*');
const [[logGroupId] = []] = plain.entries('Logs::LogGroup');

describe.each(Object.entries<Route>(routes))('the function %s', (name, route) => {
  test('runs as all functions of this service do', () => {
    const { properties, roleId } = functionIn(plain, name);
    const { actions, environment = [], memoryMb: memory = memoryMb, timeoutSeconds = 10 } = route;
    const variables = {
      ...(actions && { TABLE_NAME: { Ref: tableId }, AWS_ENDPOINT_URL_DYNAMODB: endpoint }),
      ...(methodOf(route) === 'GET' && route.headers && { VARY: route.headers.join(', ').toLowerCase() }),
      // Their values are those of lib/own.ts.
      ...Object.fromEntries(environment.map((each) => [each, expect.anything()])),
    };
    expect(properties).toEqual({
      Architectures: ['arm64'],
      Code: expect.anything(),
      Tags: expect.anything(),
      Description: `${route.routeKey}: ${handlerSourceOf(name, route).file}`,
      ...(Object.keys(variables).length > 0 && { Environment: { Variables: variables } }),
      Handler: `${name}.handler`,
      LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: logGroupId }, SystemLogLevel: 'WARN' },
      MemorySize: memory,
      Role: { 'Fn::GetAtt': [roleId, 'Arn'] },
      Runtime: 'nodejs24.x',
      Timeout: timeoutSeconds,
    });
  });

  test.each([
    ['no setting', plain, []],
    ['every setting', full, [onTraces]],
    ['ownership', owned, []],
  ])('has with %s the grants of its route, the log and tracing, and no other', (_, template, more) => {
    const { roleId } = functionIn(template, name);
    const indexes = indexesOfRoute(route, { ownership: template === owned });
    const indexArns = indexes.map((index) => ({ 'Fn::Join': ['', [tableArn, `/index/${index}`]] }));
    const actions = route.actions ?? [];
    const onTable = actions.map((action) => `dynamodb:${action}`);
    const grants = [
      allow(onTable, tableArn),
      allow(['dynamodb:Query'], ...indexArns),
      allow(['logs:CreateLogStream', 'logs:PutLogEvents'], { 'Fn::GetAtt': [logGroupId, 'Arn'] }),
    ];
    const all = grantsOf(template, roleId, 'lambda');
    const ofOthers = Object.values(route.grants ?? {}).flat();
    const isOfOther = (grant: string) => ofOthers.includes(JSON.parse(grant).action);
    expect(all.filter((grant) => !isOfOther(grant))).toEqual(listed([...grants, ...more]));
    expect(all.filter(isOfOther)).toHaveLength(ofOthers.length);
    // The id follows from the grants, whatever their order, so that a function changes its role only with them.
    const words = [...actions, ...indexes].sort().join('') || 'Log';
    const id = `ApiRoles${words.replace(/\W|_/g, '')}`.slice(0, 240);
    if (route.grants) expect(roleId).toContain(`ApiRolesOf${name}`);
    else expect(roleId.slice(0, -8)).toBe(id);
  });
});

test.each([plain, full, owned])(
  'functions of the same grants share a role, and each role has a function',
  (template) => {
    const roles = rolesOf(template, 'lambda');
    const used = Object.keys({ ...routes, ...jobs }).map((name) => functionIn(template, name).roleId);
    expect(roles.sort()).toEqual([...new Set(used)].sort());
    const shared = Object.entries<Needs>({ ...routes, ...jobs }).filter(([, { grants }]) => !grants);
    const ofShared = new Set(shared.map(([name]) => functionIn(template, name).roleId));
    expect(new Set([...ofShared].map((id) => String(grantsOf(template, id, 'lambda')))).size).toBe(ofShared.size);
  },
);

test('each list, and no other function, may query the index of owners, on a stage with ownership only', () => {
  const namesIn = (template: StackTemplate) =>
    Object.keys(routes).filter((name) => {
      const { roleId } = functionIn(template, name);
      return JSON.stringify(template.Resources[roleId]).includes('/index/by_owner');
    });
  const lists = Object.entries<Route>(routes).flatMap(([name, route]) => (isList(route) ? [name] : []));
  expect([plain, full, owned].map(namesIn)).toEqual([[], [], lists]);
});

describeFor(aChild, 'the indexes of a route', ({ parent }) => {
  test('are those of the children for a deletion only, whatever its parameters are named', () => {
    const route: Route = { routeKey: `POST ${parent.path}/{id}/close`, query: { force: {} } };
    expect(indexesOfRoute(route)).toEqual([]);
  });
});
