import { CloudFormationClient, DescribeStacksCommand, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { readDeployed } from '../../../lib/deploy/deployed';
import { refusalsOf } from '../../../lib/deploy/guard';
import { issuer, templateOf } from '../../support/stack';

const account = '123456789012';
const cloudFormation = mockClient(CloudFormationClient);
beforeEach(() => cloudFormation.reset());

const refusals = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  refusalsOf(templateOf(before), templateOf(after), 'us-east-1');

describe('a deployment is refused', () => {
  const authentication = { issuer, audience: 'a' };

  test.each([
    [
      'that forgets the issuer',
      authentication,
      {},
      `Setting "issuer" is "${issuer}" in the deployed stage and missing here; repeat it.`,
    ],
    [
      'that forgets a restored table',
      { table: 'restored' },
      {},
      'Setting "table" is "restored" in the deployed stage and missing here; repeat it.',
    ],
    [
      'that changes two regions',
      {},
      { replicas: 'eu-west-1,eu-west-2' },
      '"replicas" changes eu-west-1, eu-west-2; AWS changes one region of a table per update.',
    ],
  ])('%s', (_, before, after, refusal) => {
    expect(refusals(before, after)).toEqual([refusal]);
  });

  test('that replaces the table by one with another id', () => {
    const deployed = templateOf();
    const [[id = '', table] = []] = deployed.entries('DynamoDB::GlobalTable');
    const { [id]: _, ...others } = deployed.Resources;
    const renamed = { ...deployed, Resources: { ...others, Data: table } } as typeof deployed;
    expect(refusalsOf(deployed, renamed, 'us-east-1')).toEqual([
      `The table ${id} would be replaced by Data, which is empty.`,
    ]);
  });
});

test.each([
  ['nothing', {}, {}],
  ['one region more', {}, { replicas: 'eu-west-1' }],
  ['an issuer', {}, { issuer, audience: 'a' }],
])('a deployment that changes %s is not refused', (_, before, after) => {
  expect(refusals(before, after)).toEqual([]);
});

describe('the deployed template', () => {
  const read = () => readDeployed('UsersAndPosts-dev', 'us-east-1', account);
  const stack = {
    StackName: 'x',
    CreationTime: new Date(),
    StackStatus: 'UPDATE_COMPLETE',
    StackId: `arn:aws:cloudformation:us-east-1:${account}:stack/x`,
  } as const;

  test('is read', async () => {
    cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [stack] });
    cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody: '{"Resources":{}}' });
    expect(await read()).toEqual({ Resources: {} });
  });

  test('is none for a stack that does not exist, or that was never deployed', async () => {
    cloudFormation
      .on(DescribeStacksCommand)
      .rejects(Object.assign(new Error('Stack x does not exist'), { name: 'ValidationError' }));
    expect(await read()).toBeUndefined();
    cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [{ ...stack, StackStatus: 'ROLLBACK_COMPLETE' }] });
    expect(await read()).toBeUndefined();
  });

  test('of another account is refused, and the error says how to choose the account', async () => {
    cloudFormation
      .on(DescribeStacksCommand)
      .resolves({ Stacks: [{ ...stack, StackId: 'arn:aws:cloudformation:us-east-1:1:stack/x' }] });
    await expect(read()).rejects.toThrow('by AWS_PROFILE instead of --profile');
  });
});
