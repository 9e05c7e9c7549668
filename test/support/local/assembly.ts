import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../folder';

type FixtureFunction = { code: string; policy?: object[]; memoryMb?: number; timeoutSeconds?: number };
type FixtureResource = { Type: string; Properties: object };
type AssemblyFixture = {
  functions: Record<string, FixtureFunction>;
  /** Names of functions by route key. */
  routes: Record<string, string>;
  /** Properties of resources by their ids, in place of the usual ones. */
  properties?: Record<string, object>;
  /** Other resources. */
  more?: Record<string, FixtureResource>;
};

export const tableArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/Table';

/** Code of a function that answers the event. */
export const echo =
  'exports.handler = async (event) => ({ statusCode: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(event) });';

export const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

const keysOf = (partition: string) => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: 'sk', KeyType: 'RANGE' },
];

const resource = (type: string, Properties: object): FixtureResource => ({ Type: `AWS::${type}`, Properties });

const roleWith = (Statement: object) => resource('IAM::Role', { Policies: [{ PolicyDocument: { Statement } }] });

const tableResource = resource('DynamoDB::GlobalTable', {
  KeySchema: keysOf('pk'),
  AttributeDefinitions: ['pk', 'sk', 'userId'].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
  GlobalSecondaryIndexes: [{ IndexName: 'byUser', KeySchema: keysOf('userId'), Projection: { ProjectionType: 'ALL' } }],
});

/** Writes a cloud assembly as CDK does, with bundles in plain JavaScript. Returns its folder. */
export const writeAssembly = ({ functions, routes, properties = {}, more }: AssemblyFixture) => {
  const folder = temporaryFolder();
  const resources: Record<string, FixtureResource> = { Table: tableResource, Api: resource('ApiGatewayV2::Api', {}) };
  for (const [name, { code, policy = [], memoryMb = 128, timeoutSeconds = 10 }] of Object.entries(functions)) {
    mkdirSync(join(folder, `asset.${name}`));
    writeFileSync(join(folder, `asset.${name}`, `${name}.js`), code);
    resources[`${name}Role`] = roleWith(policy);
    resources[`${name}Function`] = resource('Lambda::Function', {
      Code: { S3Key: `${name}.zip` },
      Handler: `${name}.handler`,
      Role: arnOf(`${name}Role`),
      MemorySize: memoryMb,
      Timeout: timeoutSeconds,
    });
    const invocation = { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: arnOf(`${name}Function`) };
    resources[`${name}Caller`] = roleWith(invocation);
    resources[`${name}Integration`] = resource('ApiGatewayV2::Integration', {
      IntegrationType: 'AWS_PROXY',
      PayloadFormatVersion: '2.0',
      IntegrationUri: arnOf(`${name}Function`),
      CredentialsArn: arnOf(`${name}Caller`),
    });
  }
  for (const [index, [routeKey, name]] of Object.entries(routes).entries()) {
    const target = { 'Fn::Join': ['/', ['integrations', { Ref: `${name}Integration` }]] };
    resources[`Route${index}`] = resource('ApiGatewayV2::Route', { RouteKey: routeKey, Target: target });
  }
  for (const [id, changed] of Object.entries(properties)) Object.assign(resources[id]?.Properties ?? {}, changed);
  writeFileSync(join(folder, 'Fixture.template.json'), JSON.stringify({ Resources: { ...resources, ...more } }));
  return folder;
};
