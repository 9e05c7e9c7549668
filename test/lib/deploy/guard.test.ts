import { CloudFormationClient, type StackStatus } from '@aws-sdk/client-cloudformation';
import { STSClient } from '@aws-sdk/client-sts';
import { CfnResource, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { mockClient } from 'aws-sdk-client-mock';
import { guard, refusalsOf } from '../../../lib/deploy/guard';
import type { Settings } from '../../../lib/stack/settings';
import { certificate, issuer, templateOf } from '../../support/stack';

const region = 'us-east-1';
const authentication = { issuer, audience: 'a' };
const domain = { name: 'api.example.com', certificate };

const refusals = (
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  confirm?: Settings['confirm'],
): string[] => refusalsOf(templateOf(before), templateOf(after), { region, confirm });

describe.each([
  ['issuer', authentication, {}, issuer],
  ['ownership', { ...authentication, ownership: true }, authentication, true],
  ['domain', { domain }, {}, domain],
  ['table', { table: 'restored' }, {}, 'restored'],
] as const)('a deployment that drops the setting %s', (name, before, after, value) => {
  test('is refused with the value and a way to confirm', () => {
    expect(refusals(before, after)).toEqual([
      `The deployed stage has the setting "${name}", ${JSON.stringify(value)}, and this deployment drops it; repeat the setting, or confirm with -c confirm=${name}.`,
    ]);
  });

  test('passes when it confirms this setting, and only then', () => {
    expect(refusals(before, after, [name])).toEqual([]);
    expect(refusals(before, after, name === 'issuer' ? ['table'] : ['issuer'])).toHaveLength(1);
  });
});

test('a deployment that drops two settings confirms both', () => {
  const before = { ...authentication, ownership: true };
  expect(refusals(before, {})).toHaveLength(2);
  expect(refusals(before, {}, ['issuer', 'ownership'])).toEqual([]);
});

describe('a deployment that replaces the table by one with another id', () => {
  const deployed = templateOf();
  const [[id = '', table] = []] = deployed.entries('DynamoDB::GlobalTable');
  const { [id]: _, ...others } = deployed.Resources;
  const next = { ...deployed, Resources: { ...others, Data: table } } as typeof deployed;

  test('is refused, unless it confirms the table', () => {
    expect(refusalsOf(deployed, next, { region })).toEqual([
      `The empty table Data replaces the table ${id}; keep the logical id, or confirm with -c confirm=table.`,
    ]);
    expect(refusalsOf(deployed, next, { region, confirm: ['table'] })).toEqual([]);
  });
});

describe('a deployment that changes two of a kind in the table is refused', () => {
  const advice = 'deploy one change at a time, because AWS allows no more.';

  test.each([
    ['adds two regions', {}, { replicas: 'eu-west-1,eu-west-2' }, 'eu-west-1, eu-west-2'],
    ['moves a copy', { replicas: 'eu-west-1' }, { replicas: 'eu-west-2' }, 'eu-west-2, eu-west-1'],
  ])('when it %s', (__, before, after, changed) => {
    expect(refusals(before, after, ['table'])).toEqual([`The table changes the regions ${changed}; ${advice}`]);
  });

  test('when it adds two indexes', () => {
    const tableWith = (...names: string[]) => {
      const Properties = { GlobalSecondaryIndexes: names.map((IndexName) => ({ IndexName })) };
      return { Resources: { Table: { Type: 'AWS::DynamoDB::GlobalTable', Properties } } };
    };
    expect(refusalsOf(tableWith('byUser'), tableWith('byUser', 'byTag', 'byDay'), { region })).toEqual([
      `The table changes the indexes byTag, byDay; ${advice}`,
    ]);
    expect(refusalsOf(tableWith('byUser'), tableWith('byDay', 'byUser'), { region })).toEqual([]);
  });
});

test.each([
  ['nothing', {}, {}],
  ['one region', {}, { replicas: 'eu-west-1' }],
  ['the issuer to another one', authentication, { ...authentication, issuer: 'https://other.example/' }],
  ['the table to a restored one', {}, { table: 'restored' }],
])('a deployment that changes %s is not refused', (_, before, after) => {
  expect(refusals(before, after)).toEqual([]);
});

describe('a deployed epoch that the plan drops', () => {
  const epoch = { since: '2026-01-01T00:00Z', shards: 4 };
  const next = (stage: string) => templateOf({ stage });
  const deployed = { Metadata: { Settings: {}, Plan: { POST: [epoch] } } };
  const every = ['issuer', 'ownership', 'domain', 'table'] as const;

  test('is refused, and nothing confirms it', () => {
    expect(refusalsOf(deployed, next('prod'), { region, confirm: [...every] })).toEqual([
      `The plan changes or drops the epoch "${epoch.since}" of POST; keep it, because it has items.`,
    ]);
  });

  test('is not refused for a preview, whose data is thrown away', () => {
    expect(refusalsOf(deployed, next('pr-12'), { region })).toEqual([]);
  });
});

describe('the guard', () => {
  const account = '123456789012';
  const [sts, cloudFormation] = [mockClient(STSClient), mockClient(CloudFormationClient)];
  const stackIn = (StackStatus: StackStatus) => ({
    Stacks: [{ StackName: 'x', CreationTime: new Date(0), StackStatus }],
  });

  beforeEach(() => {
    sts.reset();
    cloudFormation.reset();
    sts.onAnyCommand().resolves({ Account: account });
  });

  /** Runs the guard on a stack with a table, and returns the errors of the stack. */
  const errors = async (target: { account?: string; region: string } = { account, region }) => {
    const stack = new Stack(undefined, 'UsersAndPosts-dev');
    new CfnResource(stack, 'Table', { type: 'AWS::DynamoDB::GlobalTable' });
    await guard(stack, target);
    return Annotations.fromStack(stack)
      .findError('*', Match.anyValue())
      .map(({ entry }) => entry.data);
  };

  test('adds an error to a stack that replaces the table of the deployed template', async () => {
    const TemplateBody = '{"Resources":{"Old":{"Type":"AWS::DynamoDB::GlobalTable"}}}';
    cloudFormation.onAnyCommand().resolvesOnce(stackIn('UPDATE_COMPLETE')).resolvesOnce({ TemplateBody });
    expect(await errors()).toEqual([expect.stringContaining('The empty table Table replaces the table Old')]);
  });

  test.each([
    ['does not exist', Object.assign(new Error('Stack with id x does not exist'), { name: 'ValidationError' })],
    ['was never deployed', stackIn('ROLLBACK_COMPLETE')],
  ])('accepts a stack that %s', async (_, reply) => {
    if (reply instanceof Error) cloudFormation.onAnyCommand().rejects(reply);
    else cloudFormation.onAnyCommand().resolves(reply);
    expect(await errors()).toEqual([]);
  });

  test('asks AWS nothing without an account, as on a machine without credentials', async () => {
    expect(await errors({ region })).toEqual([]);
    expect([...sts.calls(), ...cloudFormation.calls()]).toEqual([]);
  });

  test('refuses credentials of another account than the CDK CLI has', async () => {
    expect(await errors({ account: '999999999999', region })).toEqual([
      `The app has credentials of account ${account}, and the CDK CLI those of 999999999999; set AWS_PROFILE instead of --profile.`,
    ]);
  });

  test('refuses when the deployed template cannot be read, and names the permissions', async () => {
    cloudFormation.onAnyCommand().rejects(new Error('Access denied'));
    expect(await errors()).toEqual([
      'The deployed template of UsersAndPosts-dev cannot be read: Access denied; the guard needs cloudformation:DescribeStacks and cloudformation:GetTemplate.',
    ]);
  });
});
