import { CloudFormationClient, DescribeStacksCommand, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import type { PartitionPlan } from '../../functions/table/partition';

type TemplateResource = {
  readonly Type: string;
  readonly Properties?: {
    readonly Replicas?: readonly { readonly Region?: unknown }[];
    readonly GlobalSecondaryIndexes?: readonly { readonly IndexName: string }[];
  };
};

/** Part of a deployed template that a deployment is compared with. */
export type DeployedTemplate = {
  readonly Metadata?: { readonly Settings?: Readonly<Record<string, unknown>>; readonly Plan?: Partial<PartitionPlan> };
  readonly Resources?: Readonly<Record<string, TemplateResource>>;
};

/** Matches the status of a stack that was never deployed successfully. The CDK CLI replaces such a stack. */
const neverDeployed = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|REVIEW_IN_PROGRESS)$/;

/** Reads the template that a stack was deployed with. Returns undefined if the stack was never deployed. */
export const readDeployed = async (StackName: string, region: string, account: string) => {
  const client = new CloudFormationClient({ region, requestHandler: { connectionTimeout: 5_000 } });
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    if (!stack || neverDeployed.test(stack.StackStatus ?? '')) return undefined;
    if (!stack.StackId?.includes(`:${account}:`))
      throw new Error(
        `it is in another account than ${account}; choose the account by AWS_PROFILE instead of --profile`,
      );
    const { TemplateBody } = await client.send(new GetTemplateCommand({ StackName, TemplateStage: 'Original' }));
    return JSON.parse(TemplateBody || '{}') as DeployedTemplate;
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'ValidationError' && message.includes('does not exist')) return undefined;
    throw new Error(`The deployed template of ${StackName} cannot be read: ${message}.`);
  } finally {
    client.destroy();
  }
};
