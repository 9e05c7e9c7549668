import { Annotations, CfnResource, type Stack } from 'aws-cdk-lib';
import { name } from '../../package.json';
import { readContext } from '../stack/context';
import { hasBudgets } from '../stack/monitoring/budget';
import { isPreview, isProtected, type Settings } from '../stack/settings';
import { isRegion } from '../stack/values';
import { readConcurrency, readDeployed, type Target } from './deployed';
import type { StageTemplate } from './fact';
import { addModels } from './facts/models';
import { planErrors } from './facts/plan';
import { TABLE } from './facts/table';
import { checkIssuer } from './issuer';
import { ownChanges } from './own-changes';
import { refusalsOf } from './refusals';

/** Returns the part of the template that a deployment is compared with. */
const nextTemplate = (stack: Stack): StageTemplate => {
  const resources = stack.node.findAll().filter((construct) => CfnResource.isCfnResource(construct));
  const Metadata: StageTemplate['Metadata'] = stack.resolve(stack.templateOptions.metadata);
  const compared = resources.filter(
    ({ cfnResourceType, logicalId }) =>
      cfnResourceType === TABLE || Metadata.Own?.includes(String(stack.resolve(logicalId))),
  );
  return {
    Metadata,
    Resources: Object.assign({}, ...compared.map((each) => stack.resolve(each._toCloudFormation()).Resources)),
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

/** Returns an error for a budget where CloudFormation would refuse the whole template. */
const budgetErrors = ({ budget, stage }: Settings, region: string) =>
  budget && !hasBudgets(region)
    ? [
        `The setting "budget" is ${budget}, and CloudFormation makes no budget in ${region}; leave it out, and make a budget for the tag stage=${stage} by hand, or by a stage ${stage} of another region.`,
      ]
    : [];

/** Returns an error for a deployment to another place than that of the stage. Without an account, nothing is deployed. */
const placeErrors = (settings: Settings, { account, region }: Target, home: string) => {
  if (!isRegion(region)) return [`AWS has no region "${region}"; set AWS_REGION to one such as eu-west-1.`];
  const here = `${region} of account ${account}`;
  const own = `${home} of account ${settings.account ?? account}`;
  if (!account || own === here) return [];
  return [`Another ${settings.stage} would begin in ${here}; set AWS_REGION and AWS_PROFILE for ${own}.`];
};

const OPEN_TO_ALL =
  'This stage has no authentication: everybody who knows its address can read, change and delete all data. To require a token, set "issuer" and "audience".';
const NO_ALARM_ADDRESS = 'The alarms of this protected stage reach nobody; set "alarmEmail" or "alarmTopic".';

/**
 * Compares the stack with the deployed one and with the account. Each reason against a deployment is an error of the stack,
 * which stops `cdk deploy`, `cdk diff` and `cdk synth`, but not `cdk destroy`.
 */
export const guard = async (stack: Stack, target: Target, settings: Settings) => {
  const annotations = Annotations.of(stack);
  const warn = (id: string, text: string) => annotations.addWarningV2(`${name}:${id}`, text);
  const { stage, issuer, alarmEmail, alarmTopic, throttle, budget } = settings;
  const { account, region } = target;
  const home = settings.region ?? region;
  const refusals = async () => {
    const next = nextTemplate(stack);
    const misplaced = placeErrors(settings, target, home);
    if (misplaced.length > 0) return misplaced;
    if (!account && home !== region)
      warn('other-region', `The template is for ${region}; set AWS_REGION to ${home}, the region of ${stage}.`);
    if (!account) return planErrors(next.Metadata.Plan);
    const found = await readDeployed(stack.stackName, target);
    // A template of another app has no metadata.
    const { Service: owner } = found?.Metadata ?? {};
    if (found && owner !== name)
      return [
        `The stage is that of the service "${owner ?? 'unknown'}", and this is "${name}"; take another stage or account.`,
      ];
    if (!found && isProtected(settings) && !settings.table)
      warn(
        'first-deployment',
        `The stage ${stage} is new, and begins with an empty table in ${region} of account ${account}.`,
      );
    // A first deployment changes nothing but the table that it may use.
    const first = { ...next.Metadata, Settings: { ...next.Metadata.Settings, table: undefined } };
    const deployed: StageTemplate = found ?? { ...next, Metadata: first };
    const { Settings: before, Past, PastPlan, Models, Plan } = deployed.Metadata;
    if (settings.domain && !before.domain)
      warn('first-domain', 'The address of API Gateway ends; point the DNS of "domain" to the output DomainTarget.');
    if (settings.ownership && before.issuer && before.issuer !== issuer)
      warn('other-owners', `What callers of ${before.issuer} own has no owner any more: only admins may change it.`);
    for (const text of found ? await ownChanges(found, next) : []) warn('own-changes', text);
    stack.addMetadata('Past', addModels(Past, Models));
    stack.addMetadata('PastPlan', { ...PastPlan, ...Plan });
    // API Gateway reads the issuer only when it changes, so an outage of the issuer stops no other deployment.
    const isNew = issuer !== undefined && !(found && before.issuer === issuer);
    const { error, warning } = isNew ? await checkIssuer(issuer) : {};
    if (warning) warn('unread-issuer', warning);
    const { given } = readContext(stack.node);
    const refused = refusalsOf(deployed, next, { region, given, confirm: settings.confirm });
    return error ? [...refused, error] : refused;
  };
  const refused = await refusals().catch((error: Error) => [error.message]);
  for (const text of [...refused, ...arnErrors(settings, target), ...budgetErrors(settings, home)])
    annotations.addError(text);
  if (settings.closed) warn('closed', 'Every request to this stage fails, because its setting "closed" is true.');
  if (!issuer) warn('open-to-all', OPEN_TO_ALL);
  if (isProtected(settings) && !alarmEmail && !alarmTopic) warn('no-alarm-address', NO_ALARM_ADDRESS);
  if (isPreview(stage) && !budget && hasBudgets(home))
    warn('no-budget', 'Nobody hears what this preview costs; set "budget" and "alarmEmail" for "pr" in "stages".');
  const { burst } = throttle;
  // After a refusal the credentials can be those of another account.
  const limit = refused.length > 0 ? burst : ((await readConcurrency(target)) ?? burst);
  if (limit < burst)
    warn(
      'low-concurrency',
      `Lambda runs at most ${limit} requests at once in account ${account}, and the API lets ${burst} through. Lower the burst of "throttle", or raise the quota "Concurrent executions" with: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${Math.max(burst, 1000)} --region ${region}`,
    );
};
