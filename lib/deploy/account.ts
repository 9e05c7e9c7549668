import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { Settings } from '../stack/settings';

/** Account and region that the CDK CLI deploys to. Without credentials there is no account. */
export type Target = { readonly account?: string; readonly region: string };

export const clientConfig = (region: string) => ({ region, requestHandler: { connectionTimeout: 5_000 } });

/** Refuses missing credentials and those of another account: the CDK CLI does not hand its `--profile` to the app. */
export const checkAccount = async ({ account, region }: Target) => {
  const client = new STSClient(clientConfig(region));
  const identity = client.send(new GetCallerIdentityCommand({})).finally(() => client.destroy());
  const found = await identity.then(({ Account }) => Account).catch(({ message }: Error) => message);
  if (found === account) return;
  throw new Error(
    `The CDK CLI deploys to account ${account}, but the credentials of the app say: ${found}. Set AWS_PROFILE instead of --profile.`,
  );
};

/** Returns an error for a certificate and for a topic of another region, which CloudFormation would refuse half-way. */
export const regionErrors = (settings: Pick<Settings, 'domain' | 'alarmTopic'>, { account, region }: Target) => {
  const arns = { domain: settings.domain?.certificate, alarmTopic: settings.alarmTopic };
  return Object.entries(arns).flatMap(([name, arn]) => {
    const found = arn?.split(':')[3];
    if (!account || !found || found === region) return [];
    return [`The ARN of the setting "${name}" is in ${found}; allowed: one in ${region}.`];
  });
};

/** Returns a warning when Lambda runs fewer requests at once than the API lets through. A new account may have 10. */
export const concurrencyWarnings = async ({ throttle }: Pick<Settings, 'throttle'>, { account, region }: Target) => {
  if (!account) return [];
  const client = new LambdaClient(clientConfig(region));
  const reply = client.send(new GetAccountSettingsCommand({})).finally(() => client.destroy());
  // Ignores an error, because nothing else needs the permission lambda:GetAccountSettings.
  const limit = await reply.then(({ AccountLimit }) => AccountLimit?.ConcurrentExecutions).catch(() => undefined);
  if (limit === undefined || limit >= throttle.burst) return [];
  return [
    `Lambda runs at most ${limit} requests at once in account ${account}, and the API lets ${throttle.burst} through; lower the burst of "throttle", or raise the quota "Concurrent executions" with: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${Math.max(throttle.burst, 1000)} --region ${region}`,
  ];
};
