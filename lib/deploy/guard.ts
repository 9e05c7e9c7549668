import { Annotations, CfnResource, type Stack } from 'aws-cdk-lib';
import { readContext } from '../stack/context';
import type { Settings } from '../stack/settings';
import { arnErrors, type Target } from './account';
import { type DeployedTemplate, readDeployed } from './deployed';
import { refusalsOf, TABLE } from './refusals';
import { planErrors } from './shard-plan';
import { warningsOf } from './warnings';

/** Returns the part of the template that `refusalsOf` compares. */
const nextTemplate = (stack: Stack): DeployedTemplate => {
  const resources = stack.node.findAll().filter((construct) => CfnResource.isCfnResource(construct));
  const tables = resources.filter(({ cfnResourceType }) => cfnResourceType === TABLE);
  return {
    Metadata: stack.resolve(stack.templateOptions.metadata),
    Resources: Object.assign({}, ...tables.map((table) => stack.resolve(table._toCloudFormation()).Resources)),
  };
};

/**
 * Compares the stack with the deployed one and with the account. Each reason against a deployment is an error of the stack,
 * which stops `cdk deploy`, `cdk diff` and `cdk synth`, but not `cdk destroy`.
 */
export const guard = async (stack: Stack, target: Target, settings: Settings) => {
  const refusals = async () => {
    const deployed = await readDeployed(stack.stackName, target);
    const next = nextTemplate(stack);
    if (!deployed) return planErrors(next.Metadata?.Plan);
    const { given } = readContext(stack.node);
    return refusalsOf(deployed, next, { region: target.region, given, confirm: settings.confirm });
  };
  const refused = await refusals().catch((error: Error) => [error.message]);
  const annotations = Annotations.of(stack);
  for (const text of [...refused, ...arnErrors(settings, target)]) annotations.addError(text);
  for (const [id, text] of await warningsOf(settings, target)) annotations.addWarningV2(`users-and-posts:${id}`, text);
};
