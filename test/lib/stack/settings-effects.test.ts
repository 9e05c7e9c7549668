import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { templateOf } from '../../support/stack';

const issuer = 'https://login.example/';
const certificate = 'arn:aws:acm:eu-central-1:123456789012:certificate/a1-b2';

const plain = templateOf();
const full = templateOf({
  stage: 'prod',
  issuer,
  audience: 'a,b',
  protectReads: true,
  origins: 'https://a.example,https://b.example',
  throttle: '7,3',
  cacheSeconds: 60,
  alarmEmail: 'ops@example.com',
  logDays: 90,
  replicas: 'eu-west-1',
  domain: `api.example.com,${certificate}`,
  canary: true,
  profile: 'regulated',
  maxUnits: 100,
});
const both = [plain, full];
const preview = templateOf({ stage: 'pr-12', profile: 'regulated', replicas: 'eu-west-1' });

const routesOf = (template: typeof plain): Record<string, string[]> =>
  Object.fromEntries(
    template
      .each('ApiGatewayV2::Route')
      .map(({ Properties: { RouteKey, AuthorizationType, AuthorizationScopes } }) => [
        RouteKey,
        [AuthorizationType, ...(AuthorizationScopes ?? [])],
      ]),
  );

const variablesOf = (template: typeof plain, handler: string) =>
  template.each('Lambda::Function').find(({ Properties }) => Properties.Handler === `${handler}.handler`)?.Properties
    .Environment.Variables;

type Artifact = { readonly type: string; readonly properties: { readonly terminationProtection?: boolean } };

/** The name of the stack, and whether it is protected. */
const stackIn = ({ assembly }: typeof plain) => {
  const manifest: { artifacts: Record<string, Artifact> } = JSON.parse(
    readFileSync(join(assembly, 'manifest.json'), 'utf8'),
  );
  const stacks = Object.entries(manifest.artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  expect(stacks).toHaveLength(1);
  return stacks.flatMap(([name, { properties }]) => [name, properties.terminationProtection ?? false]);
};

/** What a resource waits for, by name. */
const waitsFor = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(waitsFor);
  if (!(value instanceof Object)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key === 'Ref' || key === 'DependsOn') return [member].flat();
    if (key === 'Fn::GetAtt') return [member[0]];
    return waitsFor(member);
  });
};

/** Those that wait for themselves, by way of others: CloudFormation refuses the whole template. */
const circular = ({ Resources }: typeof plain) => {
  const left = new Map(
    Object.entries(Resources).map(([id, resource]) => [id, waitsFor(resource).filter((other) => other in Resources)]),
  );
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [id, others] of left) if (!others.some((other) => left.has(other))) left.delete(id);
  }
  return [...left.keys()];
};

test.each([
  ['no setting', plain],
  ['every setting', full],
])('with %s no resource waits for itself, and none has a name of its own', (_, template) => {
  expect(circular(template)).toEqual([]);
  const names =
    /^(Table|Function|Role|ManagedPolicy|Policy|LogGroup|Topic|Alarm|Dashboard|Application|DeploymentGroup)Name$/;
  const named = Object.values(template.Resources).flatMap(({ Type, Properties }) =>
    Object.keys(Properties ?? {})
      .filter((key) => names.test(key))
      .map((key) => `${Type} ${key}`),
  );
  // An alias and a deployment group name what they belong to.
  const references = [
    'AWS::Lambda::Alias FunctionName',
    'AWS::Lambda::Version FunctionName',
    'AWS::CodeDeploy::DeploymentGroup ApplicationName',
  ];
  expect([...new Set(named)].filter((name) => !references.includes(name))).toEqual([]);
});

test('every function may do the same with every setting as with none', () => {
  const granted = (template: typeof plain) =>
    template
      .entries('IAM::ManagedPolicy')
      .filter(([id]) => !/^(ApiInvoke|Canary)/.test(id))
      .map(([id, { Properties }]) => [id, Properties.PolicyDocument]);
  expect(granted(full)).toHaveLength(16);
  expect(granted(full)).toEqual(granted(plain));
});

test('the API may call each function and its alias, CodeDeploy shift those and read alarms, and no more', () => {
  const sorted = (values: unknown) =>
    [values]
      .flat()
      .map((value) => JSON.stringify(value))
      .sort();
  const arns = full.entries('Lambda::Function').flatMap(([id]) => {
    const arn = { 'Fn::GetAtt': [id, 'Arn'] };
    return [arn, { 'Fn::Join': ['', [arn, ':live']] }];
  });
  const statements = (named: RegExp) =>
    full
      .entries('IAM::ManagedPolicy')
      .filter(([id]) => named.test(id))
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
      .map(({ Effect, Action, Resource }) => [Effect, [Action].flat().sort(), sorted(Resource)]);
  expect(statements(/^ApiInvoke/)).toEqual([['Allow', ['lambda:InvokeFunction'], sorted(arns)]]);
  const shift = ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'];
  expect(statements(/^Canary/)).toEqual([
    ['Allow', shift, sorted(arns)],
    ['Allow', ['cloudwatch:DescribeAlarms'], sorted('*')],
  ]);
});

test('with every setting a wildcard is granted for traces and for reading alarms only', () => {
  const wide = full
    .each('IAM::ManagedPolicy')
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .filter((statement) => JSON.stringify(statement).includes('*'));
  const traces = { Effect: 'Allow', Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], Resource: '*' };
  const alarms = { Effect: 'Allow', Action: 'cloudwatch:DescribeAlarms', Resource: '*' };
  expect(wide).toHaveLength(17);
  expect(wide).toEqual(expect.arrayContaining([...Array(16).fill(traces), alarms]));
});

describe('in the template', () => {
  test('stage names the stack, and protects all but dev and the preview of a pull request', () => {
    expect([...both, preview].map(stackIn)).toEqual([
      ['UsersAndPosts-dev', false],
      ['UsersAndPosts-prod', true],
      ['UsersAndPosts-pr-12', false],
    ]);
    for (const [template, isProtected] of [
      [plain, false],
      [preview, false],
      [full, true],
    ] as const) {
      const [table] = template.each('DynamoDB::GlobalTable');
      // RetainExceptOnCreate deletes what a failed first deployment has made, and retains everything else.
      const policies = isProtected
        ? { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' }
        : { DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' };
      for (const stored of [table, ...template.each('Logs::LogGroup'), ...template.each('KMS::Key')])
        expect(stored).toMatchObject(policies);
      for (const replica of table?.Properties.Replicas ?? [])
        expect(replica).toMatchObject({
          DeletionProtectionEnabled: isProtected,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
        });
    }
  });

  test('issuer and audience ask for a token, each route for its scope', () => {
    expect(plain.each('ApiGatewayV2::Authorizer')).toEqual([]);
    expect(new Set(Object.values(routesOf(plain)).flat())).toEqual(new Set(['NONE']));
    expect(full.one('ApiGatewayV2::Authorizer')).toMatchObject({
      AuthorizerType: 'JWT',
      IdentitySource: ['$request.header.Authorization'],
      JwtConfiguration: { Issuer: issuer, Audience: ['a', 'b'] },
    });
    expect(routesOf(full)).toMatchObject({
      'GET /api/v1/users': ['JWT', 'users:read'],
      'HEAD /api/v1/users/{id}': ['JWT', 'users:read'],
      'DELETE /api/v1/users/{id}': ['JWT', 'users:write'],
      'POST /posts': ['JWT', 'posts:write'],
    });
    expect(variablesOf(full, 'getDescription')).toMatchObject({ ISSUER: issuer, PROTECT_READS: 'true' });
  });

  test('protectReads guards reading posts; what is left open is on one list', () => {
    const guardedOnly = templateOf({ issuer, audience: 'a' });
    const openIn = (template: typeof plain) =>
      Object.entries(routesOf(template))
        .filter(([, [type]]) => type === 'NONE')
        .map(([routeKey]) => routeKey)
        .sort();
    const always = [
      '$default',
      'GET /',
      'GET /docs',
      'GET /openapi.json',
      'HEAD /',
      'HEAD /docs',
      'HEAD /openapi.json',
    ];
    expect(openIn(full)).toEqual(always);
    const reads = ['GET /posts', 'GET /posts/{id}', 'HEAD /posts', 'HEAD /posts/{id}'];
    expect(openIn(guardedOnly)).toEqual([...always, ...reads].sort());
    expect(variablesOf(guardedOnly, 'listPosts').CACHE_CONTROL).toBe('private, no-cache');
  });

  test('origins may call', () => {
    expect(both.map((template) => template.one('ApiGatewayV2::Api').CorsConfiguration.AllowOrigins)).toEqual([
      ['*'],
      ['https://a.example', 'https://b.example'],
    ]);
  });

  test('throttle limits the stage', () => {
    expect(both.map((template) => template.one('ApiGatewayV2::Stage').DefaultRouteSettings)).toEqual([
      { ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 500 },
      { ThrottlingRateLimit: 7, ThrottlingBurstLimit: 3 },
    ]);
  });

  test('cacheSeconds is what reads say, private where they take a token', () => {
    expect(variablesOf(plain, 'listPosts')).not.toHaveProperty('CACHE_CONTROL');
    expect(variablesOf(full, 'listPosts').CACHE_CONTROL).toBe('private, max-age=60');
    const open = templateOf({ issuer, audience: 'a', cacheSeconds: 5 });
    expect(
      ['listPosts', 'getPost', 'listUsers', 'getUser'].map((name) => variablesOf(open, name).CACHE_CONTROL),
    ).toEqual(['public, max-age=5', 'public, max-age=5', 'private, max-age=5', 'private, max-age=5']);
    for (const name of ['createPost', 'removeUser', 'listRoutes', 'getReference', 'fallback'])
      expect(variablesOf(open, name)).not.toHaveProperty('CACHE_CONTROL');
  });

  test('alarmEmail subscribes to the topic of the alarms', () => {
    expect(plain.each('SNS::Subscription')).toEqual([]);
    const [[topic] = []] = full.entries('SNS::Topic');
    expect(full.one('SNS::Subscription')).toMatchObject({
      Endpoint: 'ops@example.com',
      Protocol: 'email',
      TopicArn: { Ref: topic },
    });
  });

  test('logDays is how long every log is kept', () => {
    for (const [template, days] of [
      [plain, 30],
      [full, 90],
    ] as const) {
      const kept = template.each('Logs::LogGroup').map(({ Properties }) => Properties.RetentionInDays);
      expect(kept).toEqual(Array(17).fill(days));
    }
  });

  test('replicas are copies of the table', () => {
    const regions = both.map((template) =>
      template.one('DynamoDB::GlobalTable').Replicas.map(({ Region }: { Region: unknown }) => Region),
    );
    expect(regions).toEqual([[{ Ref: 'AWS::Region' }], ['eu-west-1', 'us-east-1']]);
  });

  test('domain is the only name of the API', () => {
    expect(plain.each('ApiGatewayV2::DomainName')).toEqual([]);
    expect(plain.one('ApiGatewayV2::Api').DisableExecuteApiEndpoint).toBeFalsy();
    expect(full.one('ApiGatewayV2::Api').DisableExecuteApiEndpoint).toBe(true);
    expect(full.one('ApiGatewayV2::DomainName')).toMatchObject({
      DomainName: 'api.example.com',
      DomainNameConfigurations: [{ CertificateArn: certificate }],
    });
    expect(full.each('ApiGatewayV2::ApiMapping')).toHaveLength(1);
    expect(JSON.stringify(full.Outputs.ApiUrl)).toContain('https://');
    expect(full.Outputs).toHaveProperty('DomainTarget');
  });

  test('canary shifts requests bit by bit, and back on alarms', () => {
    expect(plain.each('CodeDeploy::DeploymentGroup')).toEqual([]);
    expect(plain.each('Lambda::Alias')).toEqual([]);
    const groups = full.each('CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(16);
    for (const { Properties } of groups) {
      expect(Properties.DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
      expect(Properties.AutoRollbackConfiguration).toEqual({
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
      });
    }
    for (const [id, { Properties }] of full.entries('CodeDeploy::DeploymentGroup')) {
      const name = id.replace(/^Canary|[\dA-F]{8}$/g, '');
      const own = Properties.AlarmConfiguration.Alarms.map((alarm: { Name: { Ref: string } }) =>
        alarm.Name.Ref.replace(/^Alarms|[\dA-F]{8}$/g, ''),
      );
      expect(own).toEqual(['Failing', 'Slow', `${name}Broken`]);
    }
    const aliases = full.entries('Lambda::Alias');
    expect(aliases).toHaveLength(16);
    for (const [, { UpdatePolicy }] of aliases) expect(UpdatePolicy).toHaveProperty('CodeDeployLambdaAliasUpdate');
    const uris = full.each('ApiGatewayV2::Integration').map(({ Properties }) => Properties.IntegrationUri);
    expect(uris).toEqual(aliases.map(([id]) => ({ Ref: id })));
  });

  test('profile regulated has keys of the account and a limit for each function', () => {
    expect(plain.each('KMS::Key')).toEqual([]);
    expect(JSON.stringify(plain.Resources)).not.toMatch(/kms/i);
    expect(full.one('KMS::Key')).toMatchObject({ EnableKeyRotation: true });
    const [[id] = []] = full.entries('KMS::Key');
    const key = { 'Fn::GetAtt': [id, 'Arn'] };
    for (const { Properties } of full.each('Logs::LogGroup')) expect(Properties.KmsKeyId).toEqual(key);
    expect(full.one('SNS::Topic').KmsMasterKeyId).toEqual(key);
    expect(full.one('DynamoDB::GlobalTable').SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
    for (const { Properties } of full.each('Lambda::Function'))
      expect(Properties.ReservedConcurrentExecutions).toBe(50);
    for (const { Properties } of plain.each('Lambda::Function'))
      expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions');
  });

  test('maxUnits caps the table and its index, reading and writing, in every region', () => {
    for (const [template, units] of [
      [plain, 4000],
      [full, 100],
    ] as const) {
      const { GlobalSecondaryIndexes, Replicas, WriteOnDemandThroughputSettings } =
        template.one('DynamoDB::GlobalTable');
      const writes = [{ WriteOnDemandThroughputSettings }, ...GlobalSecondaryIndexes];
      for (const store of writes)
        expect(store.WriteOnDemandThroughputSettings).toEqual({ MaxWriteRequestUnits: units });
      for (const replica of Replicas)
        for (const store of [replica, ...replica.GlobalSecondaryIndexes])
          expect(store.ReadOnDemandThroughputSettings).toEqual({ MaxReadRequestUnits: units });
    }
  });

  test('table is used instead of one of the stack', () => {
    const restored = templateOf({ table: 'Posts-restored' });
    expect(restored.each('DynamoDB::GlobalTable')).toEqual([]);
    expect(variablesOf(restored, 'getPost').TABLE_NAME).toBe('Posts-restored');
    expect(restored.Outputs.TableName.Value).toBe('Posts-restored');
    const policies = JSON.stringify(restored.each('IAM::ManagedPolicy'));
    expect(policies).toContain(':table/Posts-restored"');
    expect(policies).toContain(':table/Posts-restored/index/byUser"');
    const dimensions = JSON.stringify(restored.each('CloudWatch::Alarm'));
    expect(dimensions).toContain('{"Name":"TableName","Value":"Posts-restored"}');
  });
});
