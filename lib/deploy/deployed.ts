import { CloudFormationClient, DescribeStacksCommand, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import type { StoredModels } from '../stack/models';
import { checkAccount, clientConfig, type Target } from './account';
import type { Plan } from './shard-plan';

type TableProperties = Readonly<Record<string, unknown>> & {
  readonly Replicas?: readonly { readonly Region?: unknown }[];
  readonly GlobalSecondaryIndexes?: readonly { readonly IndexName: string }[];
};

/** Part of a deployed template that a deployment is compared with. */
export type DeployedTemplate = {
  readonly Metadata?: {
    readonly Settings?: Readonly<Record<string, unknown>>;
    readonly Plan?: Plan;
    readonly Models?: StoredModels;
  };
  readonly Resources?: Readonly<Record<string, { readonly Type: string; readonly Properties?: TableProperties }>>;
};

/** Matches the status of a stack that was never deployed successfully. The CDK CLI replaces such a stack. */
const neverDeployed = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|REVIEW_IN_PROGRESS)$/;

/** Reads the template that a stack was deployed with. Returns undefined if there is none. */
export const readDeployed = async (StackName: string, target: Target): Promise<DeployedTemplate | undefined> => {
  if (!target.account) return undefined;
  await checkAccount(target);
  const client = new CloudFormationClient(clientConfig(target.region));
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    if (!stack || neverDeployed.test(stack.StackStatus ?? '')) return undefined;
    const { TemplateBody } = await client.send(new GetTemplateCommand({ StackName, TemplateStage: 'Original' }));
    return JSON.parse(TemplateBody || '{}');
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'ValidationError' && message.includes('does not exist')) return undefined;
    throw new Error(
      `The deployed template of ${StackName} cannot be read: ${message}; the guard needs cloudformation:DescribeStacks and cloudformation:GetTemplate.`,
    );
  }
};
