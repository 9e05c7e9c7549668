import { Annotations, CfnResource, type Stack } from 'aws-cdk-lib';
import { plan } from '../../functions/table/partition';
import { isPreview } from '../stack/removal-policy';
import { type DeployedTemplate, readDeployed } from './deployed';
import { planFaults } from './partitions';

const TABLE = 'AWS::DynamoDB::GlobalTable';

/** Settings whose loss opens a stage or points it at another table. */
const KEPT = ['issuer', 'table', 'domain', 'ownership'] as const;

const tableIn = ({ Resources = {} }: DeployedTemplate) =>
  Object.entries(Resources).find(([, { Type }]) => Type === TABLE) ?? [];

const changes = (before: readonly string[], after: readonly string[]) => [
  ...after.filter((name) => !before.includes(name)),
  ...before.filter((name) => !after.includes(name)),
];

/** Returns one sentence for each reason why a stage must not be deployed over what is deployed. */
export const refusalsOf = (deployed: DeployedTemplate, next: DeployedTemplate, region: string) => {
  const { Settings: before = {}, Plan } = deployed.Metadata ?? {};
  const after = next.Metadata?.Settings ?? {};
  const [[oldId, old], [newId, table]] = [tableIn(deployed), tableIn(next)];
  const regionsOf = (properties: typeof old) =>
    (properties?.Properties?.Replicas ?? []).map(({ Region }) => (typeof Region === 'string' ? Region : region));
  const indexesOf = (properties: typeof old) =>
    (properties?.Properties?.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName);
  const regions = old && table ? changes(regionsOf(old), regionsOf(table)) : [];
  const indexes = old && table ? changes(indexesOf(old), indexesOf(table)) : [];
  return [
    ...KEPT.filter((name) => before[name] && !after[name]).map(
      (name) =>
        `Setting "${name}" is ${JSON.stringify(before[name])} in the deployed stage and missing here; repeat it.`,
    ),
    ...(oldId && newId && oldId !== newId ? [`The table ${oldId} would be replaced by ${newId}, which is empty.`] : []),
    ...(regions.length > 1
      ? [`"replicas" changes ${regions.join(', ')}; AWS changes one region of a table per update.`]
      : []),
    ...(indexes.length > 1
      ? [`The stack changes ${indexes.join(', ')}; AWS changes one index of a table per update.`]
      : []),
    // The data of a preview is thrown away.
    ...planFaults(plan, isPreview(String(after.stage)) ? undefined : (Plan ?? {})),
  ];
};

/** Compares the stack with the deployed one. An error stops `cdk deploy` and `cdk diff`, but not `cdk destroy`. */
export const guard = async (stack: Stack, account: string, region: string) => {
  const deployed = await readDeployed(stack.stackName, region, account);
  const resources = stack.node.findAll().filter((construct) => CfnResource.isCfnResource(construct));
  const tables = resources.filter(({ cfnResourceType }) => cfnResourceType === TABLE);
  const Resources = Object.assign({}, ...tables.map((table) => stack.resolve(table._toCloudFormation()).Resources));
  const next = { Metadata: stack.resolve(stack.templateOptions.metadata), Resources };
  const refusals = deployed ? refusalsOf(deployed, next, region) : planFaults(plan, undefined);
  for (const refusal of refusals) Annotations.of(stack).addError(refusal);
};
