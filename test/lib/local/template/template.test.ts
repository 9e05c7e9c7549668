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
