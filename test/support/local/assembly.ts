import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../folder';

type FixtureFunction = { code: string; policy?: object[]; memoryMb?: number; timeoutSeconds?: number };
type AssemblyFixture = {
  functions: Record<string, FixtureFunction>;
  /** Names of functions by route key. */
  routes: Record<string, string>;
  cors?: object;
  changes?: (resources: Record<string, object>) => void;
};

export const tableArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/Table';

/** Code of a function that answers the event. */
export const echo =
  'exports.handler = async (event) => ({ statusCode: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(event) });';

export const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

const key = (name: string, type: string) => ({ AttributeName: name, KeyType: type });

const resource = (type: string, properties: object) => ({ Type: `AWS::${type}`, Properties: properties });

const roleWith = (name: string, statement: object) =>
  resource('IAM::Role', { Policies: [{ PolicyName: name, PolicyDocument: { Statement: statement } }] });

const tableResource = resource('DynamoDB::GlobalTable', {
  KeySchema: [key('pk', 'HASH'), key('sk', 'RANGE')],
  AttributeDefinitions: ['pk', 'sk', 'userId'].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byUser',
      KeySchema: [key('userId', 'HASH'), key('sk', 'RANGE')],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
});

/** Writes a cloud assembly as CDK does, with bundles in plain JavaScript. Returns its folder. */
export const writeAssembly = ({ functions, routes, cors, changes }: AssemblyFixture) => {
  const folder = temporaryFolder();
  const resources: Record<string, object> = {
    Table: tableResource,
    Api: resource('ApiGatewayV2::Api', { ProtocolType: 'HTTP', ...(cors && { CorsConfiguration: cors }) }),
  };
  for (const [name, { code, policy = [], memoryMb = 128, timeoutSeconds = 10 }] of Object.entries(functions)) {
    mkdirSync(join(folder, `asset.${name}`));
    writeFileSync(join(folder, `asset.${name}`, `${name}.js`), code);
    resources[`${name}Role`] = roleWith('Route', policy);
    resources[`${name}Function`] = resource('Lambda::Function', {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own notation
      Code: { S3Bucket: { 'Fn::Sub': 'assets-${AWS::AccountId}' }, S3Key: `${name}.zip` },
      Handler: `${name}.handler`,
      Role: arnOf(`${name}Role`),
      Environment: { Variables: { TABLE_NAME: { Ref: 'Table' } } },
      MemorySize: memoryMb,
      Timeout: timeoutSeconds,
    });
    const invocation = { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: arnOf(`${name}Function`) };
    resources[`${name}Caller`] = roleWith('Invoke', invocation);
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
  changes?.(resources);
  writeFileSync(join(folder, 'Fixture.template.json'), JSON.stringify({ Resources: resources }));
  return folder;
};
