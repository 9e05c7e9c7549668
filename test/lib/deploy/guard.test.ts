import { CloudFormationClient, type StackStatus } from '@aws-sdk/client-cloudformation';
import { STSClient } from '@aws-sdk/client-sts';
import { CfnResource, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { mockClient } from 'aws-sdk-client-mock';
import { plan } from '../../../functions/table/shards';
import { guard, refusalsOf } from '../../../lib/deploy/guard';
import { confirmable, type Settings } from '../../../lib/stack/settings';
import { certificate, issuer, templateOf } from '../../support/stack';

const region = 'us-east-1';

describe('the guard', () => {
  const account = '123456789012';
  const [sts, cloudFormation] = [mockClient(STSClient), mockClient(CloudFormationClient)];

  /** Runs the guard on a stack with a table, and returns the errors of the stack. */
  const errors = async (confirm?: Settings['confirm'], target: { account?: string } = { account }) => {
    const stack = new Stack(undefined, 'UsersAndPosts-dev');
    new CfnResource(stack, 'Table', { type: 'AWS::DynamoDB::GlobalTable' });
    await guard(stack, { ...target, region }, confirm);
    return Annotations.fromStack(stack)
      .findError('*', Match.anyValue())
      .map(({ entry }) => entry.data);
  };

  /** Answers both calls: with the status of the stack, and with a template that has another table. */
  const deployed = (StackStatus: StackStatus) =>
    cloudFormation.onAnyCommand().resolves({
      Stacks: [{ StackName: 'x', CreationTime: new Date(0), StackStatus }],
      TemplateBody: '{"Resources":{"Old":{"Type":"AWS::DynamoDB::GlobalTable"}}}',
    });

  beforeEach(() => {
    sts.reset();
    cloudFormation.reset();
    sts.onAnyCommand().resolves({ Account: account });
    deployed('UPDATE_COMPLETE');
  });

  test('adds an error to a stack that replaces the deployed table, unless it confirms the table', async () => {
    expect(await errors()).toEqual([
      'The empty table Table replaces the table Old; keep the logical id, or confirm with -c confirm=table.',
    ]);
    expect(await errors(['table'])).toEqual([]);
  });

  const missing = Object.assign(new Error('Stack with id x does not exist'), { name: 'ValidationError' });
  test.each([
    ['ROLLBACK_COMPLETE', () => deployed('ROLLBACK_COMPLETE')],
    ['ROLLBACK_FAILED', () => deployed('ROLLBACK_FAILED')],
    ['REVIEW_IN_PROGRESS', () => deployed('REVIEW_IN_PROGRESS')],
    ['no stack', () => cloudFormation.onAnyCommand().rejects(missing)],
  ])('accepts a stack that was never deployed: %s', async (_, prepare) => {
    prepare();
    expect(await errors()).toEqual([]);
  });

  test('asks AWS nothing without an account, as on a machine without credentials', async () => {
    expect(await errors([], {})).toEqual([]);
    expect([...sts.calls(), ...cloudFormation.calls()]).toEqual([]);
  });

  const wrongAccount = (found: string) =>
    `The CDK CLI deploys to account ${account}, but the credentials of the app say: ${found}. Set AWS_PROFILE instead of --profile.`;
  test.each([
    ['of another account', () => sts.onAnyCommand().resolves({ Account: '999' }), wrongAccount('999')],
    ['that are missing', () => sts.onAnyCommand().rejects(new Error('None')), wrongAccount('None')],
    [
      'that may not read the deployed template',
      () => cloudFormation.onAnyCommand().rejects(new Error('Access denied')),
      'The deployed template of UsersAndPosts-dev cannot be read: Access denied; the guard needs cloudformation:DescribeStacks and cloudformation:GetTemplate.',
    ],
  ])('refuses credentials %s', async (_, prepare, error) => {
    prepare();
    expect(await errors()).toEqual([error]);
  });
});

describe('a deployment', () => {
  const authentication = { issuer, audience: ['a'] };
  const tableWith = (regions: string[], indexes: string[] = []) => {
    const Replicas = regions.map((Region) => ({ Region }));
    const GlobalSecondaryIndexes = indexes.map((IndexName) => ({ IndexName }));
    const Table = { Type: 'AWS::DynamoDB::GlobalTable', Properties: { Replicas, GlobalSecondaryIndexes } };
    return { Resources: { Table } };
  };
  const stageWith = (Settings: Record<string, unknown>) => ({ Metadata: { Settings }, ...tableWith([region]) });

  test('tells the next one its settings and its plan', () => {
    const { Metadata } = templateOf({ issuer, audience: 'a' });
    expect(Metadata).toMatchObject({ Settings: { stage: 'dev', ...authentication }, Plan: plan });
  });

  test.each([
    ['issuer', authentication, {}, issuer],
    ['ownership', { ...authentication, ownership: true }, { ...authentication, ownership: false }, true],
    ['domain', { domain: { name: 'api.example.com', certificate } }, {}, { name: 'api.example.com', certificate }],
    ['table', { table: 'restored' }, {}, 'restored'],
  ] as const)('that drops the setting %s is refused, unless it confirms this setting', (name, before, after, value) => {
    const refusals = (confirm?: Settings['confirm']) =>
      refusalsOf(stageWith(before), stageWith(after), { region, confirm });
    const refused = [
      `The deployed stage has the setting "${name}", ${JSON.stringify(value)}, and this deployment drops it; repeat the setting, or confirm with -c confirm=${name}.`,
    ];
    const others = confirmable.filter((other) => other !== name);
    expect([refusals(), refusals(others), refusals([name])]).toEqual([refused, refused, []]);
  });

  test.each([
    ['regions eu-west-1, eu-west-2', tableWith([region]), tableWith([region, 'eu-west-1', 'eu-west-2'])],
    ['regions eu-west-2, eu-west-1', tableWith([region, 'eu-west-1']), tableWith([region, 'eu-west-2'])],
    ['indexes byTag, byDay', tableWith([], ['byUser']), tableWith([], ['byUser', 'byTag', 'byDay'])],
  ])('that changes the %s is refused, whatever it confirms', (changed, before, after) => {
    expect(refusalsOf(before, after, { region, confirm: [...confirmable] })).toEqual([
      `The table changes the ${changed}; deploy one change at a time, because AWS allows no more.`,
    ]);
  });

  test.each([
    ['the first region', templateOf(), templateOf({ replicas: 'eu-west-1' })],
    ['one index', tableWith([], ['byUser', 'byTag']), tableWith([], ['byTag', 'byUser', 'byDay'])],
    ['the issuer', stageWith(authentication), stageWith({ ...authentication, issuer: 'https://other.example/' })],
    ['the table to a restored one', stageWith({}), { Metadata: { Settings: { table: 'restored' } } }],
  ])('that changes %s is not refused', (_, before, after) => {
    expect(refusalsOf(before, after, { region })).toEqual([]);
  });

  test('that drops a generation of the plan is refused, whatever it confirms, but not for a preview', () => {
    const from = '2026-01-01T00:00Z';
    const deployed = { Metadata: { Settings: {}, Plan: { POST: [{ from, shards: 4 }] } } };
    const [prod, preview] = ['prod', 'pr-12'].map((stage) =>
      refusalsOf(deployed, stageWith({ stage }), { region, confirm: [...confirmable] }),
    );
    expect(prod).toEqual([
      `The plan changes or drops the generation "${from}" of POST; keep it, because it has items.`,
    ]);
    expect(preview).toEqual([]);
  });
});
