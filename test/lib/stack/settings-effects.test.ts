import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import * as routes from '../../../functions/routes';
import { everySetting, templateOf } from '../../support/stack';

const plain = templateOf();
const full = templateOf(everySetting);
const both = [plain, full];
const preview = templateOf({ stage: 'pr-12', encryption: 'customer', replicas: 'eu-west-1' });

describe('the setting', () => {
  test('stage names the stack, and protects all but dev and the preview of a pull request', () => {
    expect([...both, preview].map(({ assembly }) => new CloudAssembly(assembly).stacks[0])).toMatchObject([
      { id: 'UsersAndPosts-dev' },
      { id: 'UsersAndPosts-prod', terminationProtection: true },
      { id: 'UsersAndPosts-pr-12' },
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

  test('tracing lets X-Ray trace the functions, and only then roles allow it', () => {
    const tracedIn = (template: typeof plain) => {
      const functions = template.each('Lambda::Function');
      const modes = functions.map(({ Properties }) => Properties.TracingConfig?.Mode);
      const policies = template.each('IAM::ManagedPolicy').filter((policy) => JSON.stringify(policy).includes('xray:'));
      return [...new Set(modes), policies.length / functions.length];
    };
    expect(tracedIn(plain)).toEqual([undefined, 0]);
    expect(tracedIn(templateOf({ tracing: true }))).toEqual(['Active', 1]);
    expect(tracedIn(preview)).toEqual([undefined, 0]);
  });

  test('throttle limits the stage', () => {
    expect(both.map((template) => template.one('ApiGatewayV2::Stage').DefaultRouteSettings)).toEqual([
      { ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 500 },
      { ThrottlingRateLimit: 7, ThrottlingBurstLimit: 3 },
    ]);
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

  test('logDays is the retention of every log', () => {
    for (const [template, days] of [
      [plain, 30],
      [full, 90],
    ] as const) {
      const kept = template.each('Logs::LogGroup').map(({ Properties }) => Properties.RetentionInDays);
      // One log for each function, and the access log.
      expect(kept).toEqual(Array(Object.keys(routes).length + 1).fill(days));
    }
  });

  test('replicas adds regions to the table', () => {
    const regions = both.map((template) =>
      template.one('DynamoDB::GlobalTable').Replicas.map(({ Region }: { Region: unknown }) => Region),
    );
    expect(regions).toEqual([[{ Ref: 'AWS::Region' }], ['eu-west-1', 'us-east-1']]);
  });

  test('encryption=customer has keys of the account for the table, the logs and the alarms', () => {
    expect(plain.each('KMS::Key')).toEqual([]);
    expect(JSON.stringify(plain.Resources)).not.toMatch(/kms/i);
    expect(full.one('KMS::Key')).toMatchObject({ EnableKeyRotation: true });
    const [[id] = []] = full.entries('KMS::Key');
    const key = { 'Fn::GetAtt': [id, 'Arn'] };
    for (const { Properties } of full.each('Logs::LogGroup')) expect(Properties.KmsKeyId).toEqual(key);
    expect(full.one('SNS::Topic').KmsMasterKeyId).toEqual(key);
    expect(full.one('DynamoDB::GlobalTable').SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
  });

  test('encryption=customer changes nothing but the table, the logs and the topic of the alarms', () => {
    const othersIn = ({ Resources }: typeof plain) =>
      Object.entries(Resources).filter(([, { Type }]) => !/::(GlobalTable|LogGroup|Topic|Key)$/.test(Type));
    expect(othersIn(templateOf({ encryption: 'customer' }))).toEqual(othersIn(plain));
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

  test('table replaces the table of the stack', () => {
    const restored = templateOf({ table: 'Posts-restored' });
    expect(restored.each('DynamoDB::GlobalTable')).toEqual([]);
    expect(restored.variablesOf('getPost').TABLE_NAME).toBe('Posts-restored');
    expect(restored.Outputs.TableName.Value).toBe('Posts-restored');
    const policies = JSON.stringify(restored.each('IAM::ManagedPolicy'));
    expect(policies).toContain(':table/Posts-restored"');
    expect(policies).toContain(':table/Posts-restored/index/byUser"');
    const dimensions = JSON.stringify(restored.each('CloudWatch::Alarm'));
    expect(dimensions).toContain('{"Name":"TableName","Value":"Posts-restored"}');
  });
});
