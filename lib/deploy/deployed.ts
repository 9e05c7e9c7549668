import { CloudFormationClient, DescribeStacksCommand, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { StoredModels } from '../stack/models';
import type { Plan } from './shard-plan';

/** Account and region that the CDK CLI deploys to. Without credentials there is no account. */
export type Target = { readonly account?: string; readonly region: string };

type TableProperties = Readonly<Record<string, unknown>> & {
  readonly Replicas?: readonly { readonly Region?: unknown }[];
  readonly GlobalSecondaryIndexes?: readonly { readonly IndexName: string }[];
};

/** Part of a deployed template that a deployment is compared with. */
export type DeployedTemplate = {
  readonly Metadata?: {
    readonly Service?: string;
    readonly Settings?: Readonly<Record<string, unknown>>;
    /** Generations of each collection whose items routes find. */
    readonly Plan?: Plan;
    readonly Models?: StoredModels;
    /** Last day of each deprecated version. */
    readonly Deprecated?: Readonly<Record<string, string>>;
    /** Models of the earlier deployments. */
    readonly Past?: StoredModels;
  };
  readonly Resources?: Readonly<Record<string, { readonly Type: string; readonly Properties?: TableProperties }>>;
};

const clientConfig = (region: string) => ({ region, requestHandler: { connectionTimeout: 5_000 } });

/** Refuses missing credentials and those of another account: the CDK CLI does not hand its `--profile` to the app. */
const checkAccount = async ({ account, region }: Target) => {
  const identity = new STSClient(clientConfig(region)).send(new GetCallerIdentityCommand({}));
  const found = await identity.then(({ Account }) => Account).catch(({ message }: Error) => message);
  if (found === account) return;
  throw new Error(
    `The CDK CLI deploys to account ${account}, but the credentials of the app say: ${found}. Set AWS_PROFILE instead of --profile.`,
  );
};

/** Matches the status of a stack that was never deployed successfully. The CDK CLI replaces such a stack. */
const neverDeployed = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|REVIEW_IN_PROGRESS)$/;

/** Reads the template that a stack was deployed with. Returns undefined if there is none. */
export const readDeployed = async (StackName: string, target: Target): Promise<DeployedTemplate | undefined> => {
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

/** Returns how many requests Lambda runs at once in the account. A new account may have 10. */
export const readConcurrency = async ({ account, region }: Target) => {
  if (!account) return undefined;
  const sent = new LambdaClient(clientConfig(region)).send(new GetAccountSettingsCommand({}));
  // Ignores an error, because nothing else needs the permission lambda:GetAccountSettings.
  return sent.then(({ AccountLimit }) => AccountLimit?.ConcurrentExecutions).catch(() => undefined);
};
