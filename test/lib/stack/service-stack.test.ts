import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { type Row, routeKeysOf } from '../../../functions/http/row';
import * as routes from '../../../functions/routes';
import { ServiceStack } from '../../../lib/stack/service-stack';
import { readSettings } from '../../../lib/stack/settings';

const stackOf = (context: Record<string, unknown> = {}) => {
  const app = new App({ context });
  const bundles = join(process.env.ASSEMBLY ?? '', 'bundles');
  return new ServiceStack(app, { settings: readSettings(app.node), bundles, place: {} });
};

type Resources = Record<string, { Type: string; Properties: Record<string, unknown> }>;
type Statement = { Action: string | string[]; Effect: string; Resource: unknown };

const dev = Template.fromStack(stackOf());
const rows = Object.entries<Row>(routes);

const find = (template: Template, type: string) => Object.entries(template.findResources(type) as Resources);

/** All that a role may do: it has one policy, of its own, and nothing inline. */
const statementsOf = (roleId: string): Statement[] => {
  const { Policies, ManagedPolicyArns } = dev.findResources('AWS::IAM::Role')[roleId]?.Properties ?? {};
  expect(Policies).toBeUndefined();
  expect(ManagedPolicyArns).toEqual([{ Ref: expect.any(String) }]);
  return dev.findResources('AWS::IAM::ManagedPolicy')[ManagedPolicyArns[0].Ref]?.Properties.PolicyDocument.Statement;
};

const functionOf = (name: string) => {
  const found = find(dev, 'AWS::Lambda::Function').find(
    ([, { Properties }]) => Properties.Handler === `${name}.handler`,
  );
  if (!found) throw new Error(`No function runs ${name}.`);
  return found;
};

const [[tableId = ''] = []] = find(dev, 'AWS::DynamoDB::GlobalTable');
const tableArn = { 'Fn::GetAtt': [tableId, 'Arn'] };

describe('the table', () => {
  test('is on demand, keyed by pk and sk, with one index and a time to live', () => {
    dev.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      TableName: Match.absent(),
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byUser',
          KeySchema: [
            { AttributeName: 'userId', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    });
  });
});

/** Of DynamoDB in the stack's region, in whichever of AWS's partitions that is. */
const endpoint = {
  'Fn::Join': ['', ['https://dynamodb.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]],
};

describe.each(rows)('the function %s', (name, row) => {
  const [, { Properties }] = functionOf(name);
  const [roleId] = (Properties.Role as { 'Fn::GetAtt': string[] })['Fn::GetAtt'];
  const logGroupId = (Properties.LoggingConfig as { LogGroup: { Ref: string } }).LogGroup.Ref;

  test('runs as all functions of this service do', () => {
    expect(Properties).toEqual({
      Architectures: ['arm64'],
      Code: expect.anything(),
      Description: `${row.routeKey}: ${row.source}`,
      Environment: {
        Variables: {
          METRICS_NAMESPACE: 'UsersAndPosts-dev',
          ...(row.table && { TABLE_NAME: { Ref: tableId }, AWS_ENDPOINT_URL_DYNAMODB: endpoint }),
        },
      },
      Handler: `${name}.handler`,
      LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: logGroupId } },
      MemorySize: 512,
      Role: { 'Fn::GetAtt': [roleId, 'Arn'] },
      Runtime: 'nodejs24.x',
      Timeout: 10,
      TracingConfig: { Mode: 'Active' },
    });
  });

  test('may do what its row says, write its own log, trace, and nothing else', () => {
    const granted = statementsOf(String(roleId)).flatMap(({ Action, Effect, Resource }) =>
      [Action]
        .flat()
        .flatMap((action) =>
          (Array.isArray(Resource) ? Resource : [Resource]).map((resource) => ({ Effect, action, resource })),
        ),
    );
    const log = { 'Fn::GetAtt': [logGroupId, 'Arn'] };
    const index = { 'Fn::Join': ['', [tableArn, '/index/byUser']] };
    const allowed = [
      ...(row.table ?? []).map((action) => ({ action: `dynamodb:${action}`, resource: tableArn as unknown })),
      ...(row.byUser ?? []).map((action) => ({ action: `dynamodb:${action}`, resource: index })),
      ...['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => ({ action, resource: log })),
      ...['xray:PutTelemetryRecords', 'xray:PutTraceSegments'].map((action) => ({ action, resource: '*' })),
    ];
    expect(granted).toHaveLength(allowed.length);
    expect(granted).toEqual(expect.arrayContaining(allowed.map((grant) => ({ Effect: 'Allow', ...grant }))));
  });

  test('shares its role and its log group with no other', () => {
    const others = find(dev, 'AWS::Lambda::Function').filter(
      ([, other]) => other.Properties.Handler !== Properties.Handler,
    );
    expect(JSON.stringify(others)).not.toContain(roleId);
    expect(JSON.stringify(others)).not.toContain(logGroupId);
  });
});

describe('the API', () => {
  test('has a route for every row, HEAD beside every GET, and no other', () => {
    const keys = find(dev, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties.RouteKey);
    expect(keys.sort()).toEqual(rows.flatMap(([, row]) => routeKeysOf(row)).sort());
  });

  test('may invoke its functions by name', () => {
    const [[callerId = ''] = []] = find(dev, 'AWS::IAM::Role').filter(([id]) => id.includes('Caller'));
    expect(statementsOf(callerId)).toEqual([
      {
        Action: 'lambda:InvokeFunction',
        Effect: 'Allow',
        Resource: rows.flatMap(([name]) => {
          const arn = { 'Fn::GetAtt': [functionOf(name)[0], 'Arn'] };
          return [arn, { 'Fn::Join': ['', [arn, ':live']] }];
        }),
      },
    ]);
    for (const [, { Properties }] of find(dev, 'AWS::ApiGatewayV2::Integration')) {
      expect(Properties).toMatchObject({
        CredentialsArn: { 'Fn::GetAtt': [callerId, 'Arn'] },
        IntegrationType: 'AWS_PROXY',
        PayloadFormatVersion: '2.0',
      });
    }
  });

  test('writes an access log that holds no text of a client or of a function', () => {
    const [[, stage] = []] = find(dev, 'AWS::ApiGatewayV2::Stage');
    const { Properties = {} } = stage ?? {};
    expect(Properties).toMatchObject({ StageName: '$default', AutoDeploy: true });
    const { Format } = Properties.AccessLogSettings as { Format: string };
    expect(Object.values(JSON.parse(Format))).toEqual(
      ['requestId', 'requestTime', 'routeKey', 'status', 'responseLength', 'responseLatency', 'integrationStatus'].map(
        (name) => `$context.${name}`,
      ),
    );
  });

  test('answers browsers', () => {
    dev.hasResourceProperties('AWS::ApiGatewayV2::Api', {
      CorsConfiguration: {
        AllowCredentials: Match.absent(),
        AllowOrigins: ['*'],
        AllowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        AllowHeaders: ['content-type', 'authorization', 'if-match', 'if-none-match', 'idempotency-key', 'prefer'],
        ExposeHeaders: [
          ...['etag', 'link', 'location', 'retry-after', 'idempotency-replayed', 'preference-applied'],
          ...['x-total-count', 'accept-patch', 'accept-post', 'allow'],
        ],
      },
    });
  });
});

describe('the stack', () => {
  test('has no inline policy, a wildcard for traces only, and fewer than 200 resources', () => {
    const resources = Object.values(dev.toJSON().Resources as Resources);
    expect(resources.filter(({ Type }) => /AWS::IAM::Policy|Permission/.test(Type))).toEqual([]);
    const statements = find(dev, 'AWS::IAM::ManagedPolicy').flatMap(
      ([, { Properties }]) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement,
    );
    const wide = statements.filter((statement) => JSON.stringify(statement).includes('*'));
    expect(wide).toEqual(
      rows.map(() => ({
        Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
        Effect: 'Allow',
        Resource: '*',
      })),
    );
    expect(resources.length).toBeLessThan(200);
  });

  test('warns of what is open where there is no authentication, and only there', () => {
    const open = Match.stringLikeRegexp('may read, change and delete all users and posts');
    expect(Annotations.fromStack(stackOf()).findWarning('*', open)).toHaveLength(1);
    const guarded = Annotations.fromStack(stackOf({ issuer: 'https://login.example/', audience: 'a' }));
    expect(guarded.findWarning('*', Match.anyValue())).toEqual([]);
  });

  test('says where the API and the table are', () => {
    dev.hasOutput('ApiUrl', {});
    dev.hasOutput('TableName', { Value: { Ref: tableId } });
  });
});
