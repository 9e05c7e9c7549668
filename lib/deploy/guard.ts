import { Annotations, CfnResource, type Stack } from 'aws-cdk-lib';
import { plan } from '../../functions/table/shards';
import { confirmable, isPreview, type Settings } from '../stack/settings';
import { type DeployedTemplate, readDeployed, type Target } from './deployed';
import { planErrors } from './shard-plan';

const TABLE = 'AWS::DynamoDB::GlobalTable';

/** Reads the table in a template: its logical id, and its regions and indexes, which AWS changes one at a time. */
const tableIn = ({ Resources = {} }: DeployedTemplate, stackRegion: string) => {
  const found = Object.entries(Resources).find(([, { Type }]) => Type === TABLE);
  if (!found) return undefined;
  const [id, { Properties: { Replicas = [], GlobalSecondaryIndexes = [] } = {} }] = found;
  return {
    id,
    // The region of the stack itself is a reference.
    regions: Replicas.map(({ Region }) => (typeof Region === 'string' ? Region : stackRegion)),
    indexes: GlobalSecondaryIndexes.map(({ IndexName }) => IndexName),
  };
};

const refuseSeveral = (kind: string, before: readonly string[], after: readonly string[]) => {
  const added = after.filter((name) => !before.includes(name));
  const changed = [...added, ...before.filter((name) => !after.includes(name))];
  if (changed.length <= 1) return [];
  return [
    `The table changes the ${kind} ${changed.join(', ')}; deploy one change at a time, because AWS allows no more.`,
  ];
};

type Deployment = { readonly region: string; readonly confirm?: Settings['confirm'] };

/** Returns one sentence for each reason why a stage must not be deployed over the deployed one. */
export const refusalsOf = (deployed: DeployedTemplate, next: DeployedTemplate, deployment: Deployment) => {
  const { region, confirm = [] } = deployment;
  const [before = {}, after = {}] = [deployed.Metadata?.Settings, next.Metadata?.Settings];
  const [old, table] = [tableIn(deployed, region), tableIn(next, region)];
  const dropped = confirmable.filter((name) => before[name] && !after[name] && !confirm.includes(name));
  const isReplaced = old && table && old.id !== table.id;
  return [
    ...dropped.map(
      (name) =>
        `The deployed stage has the setting "${name}", ${JSON.stringify(before[name])}, and this deployment drops it; repeat the setting, or confirm with -c confirm=${name}.`,
    ),
    ...(isReplaced && !confirm.includes('table')
      ? [
          `The empty table ${table.id} replaces the table ${old.id}; keep the logical id, or confirm with -c confirm=table.`,
        ]
      : []),
    ...(old && table && !isReplaced
      ? [
          ...refuseSeveral('regions', old.regions, table.regions),
          ...refuseSeveral('indexes', old.indexes, table.indexes),
        ]
      : []),
    // Nothing confirms a plan that loses items. The data of a preview is thrown away.
    ...planErrors(plan, isPreview(String(after.stage)) ? undefined : (deployed.Metadata?.Plan ?? {})),
  ];
};

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
 * Compares the stack with the deployed one. Each reason against a deployment is an error of the stack, which stops
 * `cdk deploy`, `cdk diff` and `cdk synth`, but not `cdk destroy`.
 */
export const guard = async (stack: Stack, target: Target, confirm?: Settings['confirm']) => {
  const refusals = async () => {
    const deployed = await readDeployed(stack.stackName, target);
    if (!deployed) return planErrors(plan, undefined);
    return refusalsOf(deployed, nextTemplate(stack), { region: target.region, confirm });
  };
  const texts = await refusals().catch((error: Error) => [error.message]);
  for (const text of texts) Annotations.of(stack).addError(text);
};
