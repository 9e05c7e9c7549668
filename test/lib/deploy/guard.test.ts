import { CloudFormationClient, type StackStatus } from '@aws-sdk/client-cloudformation';
import { STSClient } from '@aws-sdk/client-sts';
import { CfnResource, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { mockClient } from 'aws-sdk-client-mock';
import { guard } from '../../../lib/deploy/guard';

const region = 'us-east-1';

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

  test.each([
    ['of another account than the CDK CLI has', () => sts.onAnyCommand().resolves({ Account: '999' }), '999'],
    ['that are missing', () => sts.onAnyCommand().rejects(new Error('No credentials')), 'No credentials'],
  ])('refuses credentials %s', async (_, prepare, found) => {
    prepare();
    expect(await errors()).toEqual([
      `The CDK CLI deploys to account ${account}, but the credentials of the app say: ${found}. Set AWS_PROFILE instead of --profile.`,
    ]);
  });

  test('refuses when the deployed template cannot be read, and names the permissions', async () => {
    cloudFormation.onAnyCommand().rejects(new Error('Access denied'));
    expect(await errors()).toEqual([
      'The deployed template of UsersAndPosts-dev cannot be read: Access denied; the guard needs cloudformation:DescribeStacks and cloudformation:GetTemplate.',
    ]);
  });
});
