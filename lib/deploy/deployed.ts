import { CloudFormationClient, DescribeStacksCommand, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { Callers, ShownMembers, StoredModels } from '../models/stored-models';
import type { GivenSettings } from '../stack/context';
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

/** Settings of a client, which takes the proxy of `HTTPS_PROXY` as the CDK CLI does. Node 20 ignores `proxyEnv`. */
const clientConfig = (region: string) => {
  const httpsAgent = { keepAlive: true, proxyEnv: process.env };
  return { region, requestHandler: { connectionTimeout: 5_000, httpsAgent } };
};

/** Ends a message of AWS, with or without a full stop, with a sentence of advice if there is one. */
const withAdvice = (message: string, advice = '') => `${message.replace(/\.$/, '')}.${advice && ` ${advice}`}`;

/** Returns what to do about an error of credentials. The CDK CLI hands neither its `--profile` nor an MFA code to the app. */
const adviceFor = (message: string, region: string) => {
  if (message.includes('from any providers')) return 'Set AWS_PROFILE instead of --profile.';
  if (!message.includes('multi-factor')) return undefined;
  const profile = process.env.AWS_PROFILE ?? 'default';
  // The SDK ignores the variables of `export-credentials` as long as AWS_PROFILE is set. The region is that of the profile.
  return `Run: eval "$(aws configure export-credentials --profile ${profile} --format env)"; export AWS_REGION=${region}; unset AWS_PROFILE`;
};

/** Refuses missing credentials and those of another account. */
const checkAccount = async ({ account, region }: Target) => {
  const deploys = `The CDK CLI deploys to account ${account}, but the app`;
  const identity = new STSClient(clientConfig(region)).send(new GetCallerIdentityCommand({}));
  const { Account } = await identity.catch(({ message }: Error) => {
    throw new Error(`${deploys} cannot read its own account: ${withAdvice(message, adviceFor(message, region))}`);
  });
  if (Account !== account)
    throw new Error(`${deploys} has credentials of account ${Account}. Set AWS_PROFILE instead of --profile.`);
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
    const needs = 'The guard needs cloudformation:DescribeStacks and cloudformation:GetTemplate.';
    const advice = name.startsWith('AccessDenied') ? needs : undefined;
    throw new Error(`The deployed template of ${StackName} cannot be read: ${withAdvice(message, advice)}`);
  }
};

/** Returns how many requests Lambda runs at once in the account. A new account may have 10. */
export const readConcurrency = async ({ account, region }: Target) => {
  if (!account) return undefined;
  const sent = new LambdaClient(clientConfig(region)).send(new GetAccountSettingsCommand({}));
  // Ignores an error, because nothing else needs the permission lambda:GetAccountSettings.
  return sent.then(({ AccountLimit }) => AccountLimit?.ConcurrentExecutions).catch(() => undefined);
};
