import { CloudFormationClient, DescribeStacksCommand, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { GivenSettings } from '../stack/context';
import type { Callers, ShownMembers, StoredModels } from '../stack/models';
import type { Plan } from './shard-plan';

/** Account and region that the CDK CLI deploys to. Without credentials there is no account. */
export type Target = { readonly account?: string; readonly region: string };

type Replica = {
  readonly Region?: unknown;
  readonly DeletionProtectionEnabled?: boolean;
  readonly PointInTimeRecoverySpecification?: {
    readonly PointInTimeRecoveryEnabled?: boolean;
    readonly RecoveryPeriodInDays?: number;
  };
};

type TableProperties = Readonly<Record<string, unknown>> & {
  readonly Replicas?: readonly Replica[];
  readonly GlobalSecondaryIndexes?: readonly { readonly IndexName: string }[];
  readonly KeySchema?: readonly { readonly AttributeName?: string }[];
  readonly AttributeDefinitions?: readonly { readonly AttributeName?: string; readonly AttributeType?: string }[];
};

/** Part of a deployed template that a deployment is compared with. */
export type DeployedTemplate = {
  readonly Metadata?: {
    readonly Service?: string;
    readonly Settings?: GivenSettings;
    /** Generations of each collection whose items routes find. */
    readonly Plan?: Plan;
    readonly Models?: StoredModels;
    /** Last day of each deprecated version. */
    readonly Deprecated?: Readonly<Record<string, string>>;
    /** Callers of each route on a stage with authentication. */
    readonly Callers?: Callers;
    /** Members of parents that each list shows. */
    readonly Shown?: ShownMembers;
    /** Models of the earlier deployments. */
    readonly Past?: StoredModels;
    /** Generations of each collection in the earlier deployments. */
    readonly PastPlan?: Plan;
  };
  readonly Resources?: Readonly<Record<string, { readonly Type: string; readonly Properties?: TableProperties }>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
};

/** Returns the settings that a template names. Version 1.0 named none: its resources show some of them. */
export const settingsIn = ({ Metadata, Resources = {}, Outputs }: DeployedTemplate): GivenSettings => {
  if (Metadata?.Settings) return Metadata.Settings;
  const find = (type: string) => Object.values(Resources).find(({ Type }) => Type === `AWS::${type}`)?.Properties;
  const { Issuer: issuer, Audience: audience } = Object(find('ApiGatewayV2::Authorizer')?.JwtConfiguration);
  const [name, table] = [find('ApiGatewayV2::DomainName')?.DomainName, Outputs?.TableName?.Value];
  // Without `protectReads`, no route of version 1.0 asked for a scope to read.
  const protectReads = /"\w+:read"/.test(JSON.stringify(Resources)) || undefined;
  const { Endpoint: alarmEmail } = find('SNS::Subscription') ?? {};
  const encryption = find('KMS::Key') && 'customer';
  // The name of a table of the stack is a reference.
  const restored = typeof table === 'string' ? table : undefined;
  return { issuer, audience, protectReads, domain: name && { name }, alarmEmail, encryption, table: restored };
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
