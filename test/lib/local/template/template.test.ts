import { isRecord } from '../../../../lib/local/template/intrinsics';
import { readTemplate } from '../../../../lib/local/template/template';
import { temporaryFolder } from '../../../support/folder';
import { arnOf, echo, writeAssembly } from '../../../support/local/assembly';

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
const policyFor = (action: string, resource: unknown) => ({
  PolicyDocument: { Statement: [{ Effect: 'Allow', Action: action, Resource: resource }] },
});

test('a function has the managed and attached policies of its role, and a route calls the function by an alias', () => {
  const { functions, routes } = read((resources) => {
    change('echoRole', { ManagedPolicyArns: [{ Ref: 'Managed' }] })(resources);
    resources.Managed = { Type: 'AWS::IAM::ManagedPolicy', Properties: policyFor('a:Managed', '*') };
    for (const role of ['echoRole', 'otherRole']) {
      const attached = { Roles: [{ Ref: role }], ...policyFor(`a:${role}`, '*') };
      resources[`${role}Policy`] = { Type: 'AWS::IAM::Policy', Properties: attached };
    }
    const alias = { FunctionName: { Ref: 'echoFunction' }, Name: 'live' };
    resources.Live = { Type: 'AWS::Lambda::Alias', Properties: alias };
    change('echoIntegration', { IntegrationUri: { Ref: 'Live' } })(resources);
    change('echoCaller', { Policies: [policyFor('lambda:InvokeFunction', { Ref: 'Live' })] })(resources);
  });
  expect(functions).toEqual([
    {
      id: 'echoFunction',
      name: 'echo',
      file: expect.stringMatching(/\/asset\.echo\/echo\.js$/),
      exportName: 'handler',
      environment: { TABLE_NAME: 'Table' },
      memoryMb: 128,
      timeoutMs: 10_000,
      policy: [
        { effect: 'Allow', actions: ['a:Managed'], resources: ['*'] },
        { effect: 'Allow', actions: ['a:echoRole'], resources: ['*'] },
      ],
    },
  ]);
  expect(routes).toMatchObject([{ routeKey: 'GET /a/{id}', functionId: 'echoFunction', isPermitted: true }]);
});

test.each([
  ['may invoke another function', { Policies: [policyFor('lambda:InvokeFunction', arnOf('other'))] }],
  ['has no policy', { Policies: undefined }],
])('a route whose role %s may not call its function', (_, properties) => {
  expect(read(change('echoCaller', properties)).routes).toMatchObject([{ isPermitted: false }]);
});

test.each<[id: string, properties: object, message: string]>([
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
  [
    'echoRole',
    { Policies: [{ PolicyDocument: { Statement: { Effect: 'Allow', Condition: {} } } }] },
    'The policy of echoRole uses Condition; the local runner enforces Effect, Action and Resource only',
  ],
])('a template that cannot be served is refused: %s %j', (id, properties, message) => {
  expect(() => read(change(id, properties))).toThrow(message);
});

test('a folder without a template is refused', () => {
  const folder = temporaryFolder();
  expect(() => readTemplate(folder)).toThrow(`${folder} holds 0 files named *.template.json; exactly one is needed`);
});
