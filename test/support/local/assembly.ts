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

/** Writes a cloud assembly as CDK does, with bundles in plain JavaScript. Returns its folder. */
export const writeAssembly = ({ functions, routes, cors, changes }: AssemblyFixture) => {
  const folder = temporaryFolder();
  const resources: Record<string, object> = {
    Table: {
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: {
        KeySchema: [key('pk', 'HASH'), key('sk', 'RANGE')],
        AttributeDefinitions: ['pk', 'sk', 'userId'].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
        GlobalSecondaryIndexes: [
          {
            IndexName: 'byUser',
            KeySchema: [key('userId', 'HASH'), key('sk', 'RANGE')],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
      },
    },
    Api: {
      Type: 'AWS::ApiGatewayV2::Api',
      Properties: { ProtocolType: 'HTTP', ...(cors ? { CorsConfiguration: cors } : {}) },
    },
  };
  for (const [name, { code, policy = [], memoryMb, timeoutSeconds }] of Object.entries(functions)) {
    mkdirSync(join(folder, `asset.${name}`));
    writeFileSync(join(folder, `asset.${name}`, `${name}.js`), code);
    resources[`${name}Role`] = {
      Type: 'AWS::IAM::Role',
      Properties: { Policies: [{ PolicyName: 'Row', PolicyDocument: { Statement: policy } }] },
    };
    resources[`${name}Function`] = {
      Type: 'AWS::Lambda::Function',
      Properties: {
        // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own notation
        Code: { S3Bucket: { 'Fn::Sub': 'assets-${AWS::AccountId}' }, S3Key: `${name}.zip` },
        Handler: `${name}.handler`,
        Role: { 'Fn::GetAtt': [`${name}Role`, 'Arn'] },
        Environment: { Variables: { TABLE_NAME: { Ref: 'Table' } } },
        MemorySize: memoryMb ?? 128,
        Timeout: timeoutSeconds ?? 10,
      },
    };
    const statement = { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: arnOf(`${name}Function`) };
    resources[`${name}Caller`] = {
      Type: 'AWS::IAM::Role',
      Properties: { Policies: [{ PolicyName: 'Invoke', PolicyDocument: { Statement: statement } }] },
    };
    resources[`${name}Integration`] = {
      Type: 'AWS::ApiGatewayV2::Integration',
      Properties: {
        IntegrationType: 'AWS_PROXY',
        PayloadFormatVersion: '2.0',
        IntegrationUri: arnOf(`${name}Function`),
        CredentialsArn: arnOf(`${name}Caller`),
      },
    };
  }
  for (const [index, [routeKey, name]] of Object.entries(routes).entries()) {
    resources[`Route${index}`] = {
      Type: 'AWS::ApiGatewayV2::Route',
      Properties: {
        RouteKey: routeKey,
        Target: { 'Fn::Join': ['/', ['integrations', { Ref: `${name}Integration` }]] },
      },
    };
  }
  changes?.(resources);
  writeFileSync(join(folder, 'Fixture.template.json'), JSON.stringify({ Resources: resources }));
  return folder;
};
