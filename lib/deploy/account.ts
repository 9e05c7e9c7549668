import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { Settings } from '../stack/settings';

/** Account and region that the CDK CLI deploys to. Without credentials there is no account. */
export type Target = { readonly account?: string; readonly region: string };

export const clientConfig = (region: string) => ({ region, requestHandler: { connectionTimeout: 5_000 } });

/** Refuses missing credentials and those of another account: the CDK CLI does not hand its `--profile` to the app. */
export const checkAccount = async ({ account, region }: Target) => {
  const identity = new STSClient(clientConfig(region)).send(new GetCallerIdentityCommand({}));
  const found = await identity.then(({ Account }) => Account).catch(({ message }: Error) => message);
  if (found === account) return;
  throw new Error(
    `The CDK CLI deploys to account ${account}, but the credentials of the app say: ${found}. Set AWS_PROFILE instead of --profile.`,
  );
};

/** Returns an error for each ARN that CloudFormation would refuse half-way. A topic may be of another account. */
export const arnErrors = ({ domain, alarmTopic }: Pick<Settings, 'domain' | 'alarmTopic'>, target: Target) => {
  const { account, region } = target;
  const arns = [
    ['domain', domain?.certificate, `:${region}:${account}:`],
    ['alarmTopic', alarmTopic, `:${region}:`],
  ] as const;
  return arns.flatMap(([name, arn, part]) => {
    if (!account || !arn || arn.includes(part)) return [];
    return [`The setting "${name}" has the ARN ${arn}; allowed: one with ${part} in it.`];
  });
};
