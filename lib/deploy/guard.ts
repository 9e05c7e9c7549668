import { Annotations, CfnResource, type Stack } from 'aws-cdk-lib';
import { name } from '../../package.json';
import { readContext } from '../stack/context';
import { isProtected, type Settings } from '../stack/settings';
import { type DeployedTemplate, readConcurrency, readDeployed, type Target } from './deployed';
import { addModels } from './models';
import { refusalsOf, TABLE } from './refusals';
import { planErrors } from './shard-plan';

/** Returns the part of the template that `refusalsOf` compares. */
const nextTemplate = (stack: Stack): DeployedTemplate => {
  const resources = stack.node.findAll().filter((construct) => CfnResource.isCfnResource(construct));
  const tables = resources.filter(({ cfnResourceType }) => cfnResourceType === TABLE);
  return {
    Metadata: stack.resolve(stack.templateOptions.metadata),
    Resources: Object.assign({}, ...tables.map((table) => stack.resolve(table._toCloudFormation()).Resources)),
  };
};

/** Returns an error for each ARN that CloudFormation would refuse half-way. A topic may be of another account. */
const arnErrors = ({ domain, alarmTopic }: Settings, { account, region }: Target) => {
  const arns = [
    ['domain', domain?.certificate, `:${region}:${account}:`],
    ['alarmTopic', alarmTopic, `:${region}:`],
  ] as const;
  return arns.flatMap(([name, arn, part]) => {
    if (!account || !arn || arn.includes(part)) return [];
    return [`The setting "${name}" has the ARN ${arn}; allowed: one with ${part} in it.`];
  });
};

const OPEN_TO_ALL =
  'This stage has no authentication: everybody who knows its address can read, change and delete all data. To require a token, set "issuer" and "audience".';
const NO_ALARM_ADDRESS = 'The alarms of this protected stage reach nobody; set "alarmEmail" or "alarmTopic".';

/**
 * Compares the stack with the deployed one and with the account. Each reason against a deployment is an error of the stack,
 * which stops `cdk deploy`, `cdk diff` and `cdk synth`, but not `cdk destroy`.
 */
export const guard = async (stack: Stack, target: Target, settings: Settings) => {
  const refusals = async () => {
    const next = nextTemplate(stack);
    if (!target.account) return planErrors(next.Metadata?.Plan);
    // A first deployment changes nothing but the table that it may use.
    const first = { ...next.Metadata, Settings: { ...next.Metadata?.Settings, table: undefined } };
    const deployed = (await readDeployed(stack.stackName, target)) ?? { ...next, Metadata: first };
    stack.addMetadata('Past', addModels(deployed.Metadata?.Past, deployed.Metadata?.Models));
    const { given } = readContext(stack.node);
    return refusalsOf(deployed, next, { region: target.region, given, confirm: settings.confirm });
  };
  const refused = await refusals().catch((error: Error) => [error.message]);
  const annotations = Annotations.of(stack);
  for (const text of [...refused, ...arnErrors(settings, target)]) annotations.addError(text);
  const { issuer, alarmEmail, alarmTopic, throttle } = settings;
  const warn = (id: string, text: string) => annotations.addWarningV2(`${name}:${id}`, text);
  if (!issuer) warn('open-to-all', OPEN_TO_ALL);
  if (isProtected(settings) && !alarmEmail && !alarmTopic) warn('no-alarm-address', NO_ALARM_ADDRESS);
  const { burst } = throttle;
  // After a refusal the credentials can be those of another account.
  const limit = refused.length > 0 ? burst : ((await readConcurrency(target)) ?? burst);
  if (limit < burst)
    warn(
      'low-concurrency',
      `Lambda runs at most ${limit} requests at once in account ${target.account}, and the API lets ${burst} through. Lower the burst of "throttle", or raise the quota "Concurrent executions" with: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${Math.max(burst, 1000)} --region ${target.region}`,
    );
};
