import { CloudFormationClient, DescribeStacksCommand, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { StageTemplate } from './fact';

/** Account and region that the CDK CLI deploys to. Without credentials there is no account. */
export type Target = { readonly account?: string; readonly region: string };

/** Settings of a client, which takes the proxy of `HTTPS_PROXY` as the CDK CLI does. Node 20 ignores `proxyEnv`. */
export const clientConfig = (region?: string) => {
  const httpsAgent = { keepAlive: true, proxyEnv: process.env };
  return { ...(region && { region }), requestHandler: { connectionTimeout: 5_000, httpsAgent } };
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
export const readDeployed = async (StackName: string, target: Target): Promise<StageTemplate | undefined> => {
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

/** Reads an output of a stack. Returns undefined if the stack has none of this name. */
export const readOutput = async (StackName: string, name: string, region?: string) => {
  const client = new CloudFormationClient(clientConfig(region));
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
  return stack?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
};

/** Returns how many requests Lambda runs at once in the account. A new account may have 10. */
export const readConcurrency = async ({ account, region }: Target) => {
  if (!account) return undefined;
  const sent = new LambdaClient(clientConfig(region)).send(new GetAccountSettingsCommand({}));
  // Ignores an error, because nothing else needs the permission lambda:GetAccountSettings.
  return sent.then(({ AccountLimit }) => AccountLimit?.ConcurrentExecutions).catch(() => undefined);
};
