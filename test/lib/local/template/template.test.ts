import { isRecord } from '../../../../lib/local/template/intrinsics';
import { isGranted } from '../../../../lib/local/template/policy';
import { readTemplate } from '../../../../lib/local/template/template';
import { temporaryFolder } from '../../../support/folder';
import { arnOf, echo, tableArn, writeAssembly } from '../../../support/local/assembly';

type Change = (resources: Record<string, object>) => void;
const read = (changes?: Change) =>
  readTemplate(writeAssembly({ functions: { echo: { code: echo } }, routes: { 'GET /a/{id}': 'echo' }, changes }));
const change =
  (id: string, properties: object): Change =>
  (resources) => {
    const resource: object = resources[id] ?? {};
    const old = 'Properties' in resource && isRecord(resource.Properties) ? resource.Properties : {};
    resources[id] = { ...resource, Properties: { ...old, ...properties } };
  };

test('the template describes each function', () => {
  const [lambda] = read().functions;
  expect(lambda).toEqual({
    id: 'echoFunction',
    name: 'echo',
    file: expect.stringMatching(/\/asset\.echo\/echo\.js$/),
    exportName: 'handler',
    environment: { TABLE_NAME: 'Table' },
    memoryMb: 128,
    timeoutMs: 10_000,
    policy: [],
  });
});

test('the suffix ends the names of tables, in environments and policies, too', () => {
  const policy = [{ Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: arnOf('Table') }];
  const assembly = writeAssembly({ functions: { echo: { code: echo, policy } }, routes: {} });
  const { tables, functions } = readTemplate(assembly, '-1');
  expect(tables.map(({ TableName }) => TableName)).toEqual(['Table-1']);
  expect(functions[0]?.environment).toEqual({ TABLE_NAME: 'Table-1' });
  expect(isGranted(functions[0]?.policy ?? [], 'dynamodb:GetItem', `${tableArn}-1`)).toBe(true);
  expect(isGranted(functions[0]?.policy ?? [], 'dynamodb:GetItem', tableArn)).toBe(false);
});

test('a function has the inline policies of its role and the attached policies', () => {
  const statement = (Action: string) => ({ Statement: [{ Effect: 'Allow', Action, Resource: '*' }] });
  const { functions } = read((resources) => {
    change('echoRole', { Policies: [{ PolicyDocument: statement('a:Own') }] })(resources);
    for (const role of ['echoRole', 'otherRole']) {
      resources[`${role}Policy`] = {
        Type: 'AWS::IAM::Policy',
        Properties: { Roles: [{ Ref: role }], PolicyDocument: statement(`a:${role}`) },
      };
    }
  });
  expect(functions[0]?.policy.flatMap(({ actions }) => actions)).toEqual(['a:Own', 'a:echoRole']);
});

test('a function has the managed policies that its role names', () => {
  const statement = { Effect: 'Allow', Action: 'a:Named', Resource: '*' };
  const { functions } = read((resources) => {
    change('echoRole', { ManagedPolicyArns: [{ Ref: 'NamedPolicy' }] })(resources);
    resources.NamedPolicy = {
      Type: 'AWS::IAM::ManagedPolicy',
      Properties: { PolicyDocument: { Statement: [statement] } },
    };
  });
  expect(functions[0]?.policy.flatMap(({ actions }) => actions)).toEqual(['a:Named']);
});

test('a route finds the function behind an alias, and whether the alias may be called', () => {
  const live = (resource: object) =>
    read((resources) => {
      resources.Live = {
        Type: 'AWS::Lambda::Alias',
        Properties: { FunctionName: { Ref: 'echoFunction' }, Name: 'live' },
      };
      change('echoIntegration', { IntegrationUri: { Ref: 'Live' } })(resources);
      const statement = { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: resource };
      change('echoCaller', { Policies: [{ PolicyDocument: { Statement: statement } }] })(resources);
    }).routes[0];
  expect(live({ Ref: 'Live' })).toMatchObject({ functionId: 'echoFunction', isPermitted: true });
  expect(live({ 'Fn::GetAtt': ['echoFunction', 'Arn'] })).toMatchObject({ isPermitted: false });
});

describe('a route may be called', () => {
  const isPermitted = (changes?: Change) => read(changes).routes[0]?.isPermitted;
  const invoke = (resource: string) => ({
    Policies: [
      { PolicyDocument: { Statement: { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: resource } } },
    ],
  });

  test.each([
    ['arn:aws:lambda:us-east-1:000000000000:function:echoFunction', true],
    ['arn:aws:lambda:us-east-1:000000000000:function:other', false],
  ])('under the role of its integration, which may invoke %s: %p', (resource, expected) => {
    expect(isPermitted(change('echoCaller', invoke(resource)))).toBe(expected);
  });

  test('under no other role', () => {
    expect(isPermitted((resources) => delete resources.echoCaller)).toBe(false);
    expect(isPermitted(change('echoIntegration', { CredentialsArn: undefined }))).toBe(false);
  });
});

test.each([
  ['Route0', { AuthorizationType: 'AWS_IAM' }, 'GET /a/{id} has AuthorizationType AWS_IAM; allowed: NONE and JWT'],
  [
    'Route0',
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
    'The template uses Fn::If as ["a",1,2]; the local runner knows Ref and Fn::GetAtt, Fn::Join, Fn::Sub',
  ],
])('a template that cannot be served is refused: %s %j', (id, properties, message) => {
  expect(() => read(change(id, properties))).toThrow(message);
});

test('a folder without a template is refused', () => {
  const folder = temporaryFolder();
  expect(() => readTemplate(folder)).toThrow(`${folder} holds 0 files named *.template.json; exactly one is needed`);
});
