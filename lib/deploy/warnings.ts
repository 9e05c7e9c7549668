import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { isProtected, type Settings } from '../stack/settings';
import { clientConfig, type Target } from './account';

/** Returns how many requests Lambda runs at once in the account. A new account may have 10. */
const readConcurrency = async ({ account, region }: Target) => {
  if (!account) return undefined;
  const sent = new LambdaClient(clientConfig(region)).send(new GetAccountSettingsCommand({}));
  // Ignores an error, because nothing else needs the permission lambda:GetAccountSettings.
  return sent.then(({ AccountLimit }) => AccountLimit?.ConcurrentExecutions).catch(() => undefined);
};

const OPEN_TO_ALL =
  'This stage has no authentication: everybody who knows its address can read, change and delete all data. To require a token, set "issuer" and "audience".';
const NO_ALARM_ADDRESS = 'The alarms of this protected stage reach nobody; set "alarmEmail" or "alarmTopic".';

/** Returns the warnings about a deployment by their ids. */
export const warningsOf = async (settings: Settings, target: Target) => {
  const { issuer, alarmEmail, alarmTopic, throttle } = settings;
  const warnings = new Map<string, string>();
  if (!issuer) warnings.set('open-to-all', OPEN_TO_ALL);
  if (isProtected(settings) && !alarmEmail && !alarmTopic) warnings.set('no-alarm-address', NO_ALARM_ADDRESS);
  const limit = await readConcurrency(target);
  if (limit !== undefined && limit < throttle.burst)
    warnings.set(
      'low-concurrency',
      `Lambda runs at most ${limit} requests at once in account ${target.account}, and the API lets ${throttle.burst} through. Lower the burst of "throttle", or raise the quota "Concurrent executions" with: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${Math.max(throttle.burst, 1000)} --region ${target.region}`,
    );
  return warnings;
};
