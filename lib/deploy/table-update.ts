import { CloudFormationClient, DescribeStacksCommand, GetTemplateCommand } from '@aws-sdk/client-cloudformation';

type TableProperties = {
  readonly Replicas?: readonly { readonly Region?: unknown }[];
  readonly GlobalSecondaryIndexes?: readonly { readonly IndexName: string }[];
};
type TemplateResource = { readonly Type?: string; readonly Properties?: TableProperties };
/** Part of a CloudFormation template that holds the table. */
export type StackTemplate = { readonly Resources?: Readonly<Record<string, TemplateResource>> };

/** AWS profile and region to read a stack with; undefined means the default. */
export type StackLocation = { readonly profile?: string; readonly region?: string };

const tableIn = ({ Resources = {} }: StackTemplate) =>
  Object.values(Resources).find(({ Type }) => Type === 'AWS::DynamoDB::GlobalTable')?.Properties;

/** Returns the regions of a table. A region that is a reference is the region of the stack. */
const regionsOf = ({ Replicas = [] }: TableProperties, stackRegion: string) =>
  Replicas.map(({ Region }) => (typeof Region === 'string' ? Region : stackRegion));

const indexesOf = ({ GlobalSecondaryIndexes = [] }: TableProperties) =>
  GlobalSecondaryIndexes.map(({ IndexName }) => IndexName);

const listed = (verb: string, names: readonly string[]) => (names.length > 0 ? [`${verb} ${names.join(', ')}`] : []);

type NameChange = { readonly before: readonly string[]; readonly after: readonly string[] };

/** Returns the names that a change adds and removes, in words. Returns undefined if this is one name at most. */
const severalChanges = ({ before, after }: NameChange) => {
  const added = after.filter((name) => !before.includes(name));
  const removed = before.filter((name) => !after.includes(name));
  if (added.length + removed.length <= 1) return undefined;
  return [...listed('adds', added), ...listed('removes', removed)].join(' and ');
};

/** Returns the refusal of an update with two or more new regions or indexes. AWS stops such an update half-way. */
export const refusalOfUpdate = (deployed: StackTemplate, next: StackTemplate, stackRegion: string) => {
  const [before, after] = [tableIn(deployed), tableIn(next)];
  // A new table can have any number of regions and indexes.
  if (!before || !after) return undefined;
  const regions = severalChanges({ before: regionsOf(before, stackRegion), after: regionsOf(after, stackRegion) });
  if (regions)
    return `Setting "replicas" ${regions}; AWS changes one region of a table per update, so deploy these one at a time.`;
  const indexes = severalChanges({ before: indexesOf(before), after: indexesOf(after) });
  return indexes && `The stack ${indexes}; AWS changes one index of a table per update, so deploy these one at a time.`;
};

/** Finds the region of the environment or the profile. The default is us-east-1, as in the CDK CLI. */
const defaultRegion = (profile?: string) =>
  new CloudFormationClient({ profile }).config.region().catch(() => 'us-east-1');

/** Matches the status of a stack that was never deployed successfully. The CDK CLI replaces such a stack. */
const neverDeployed = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|REVIEW_IN_PROGRESS)$/;

/** Reads the template that a stack was deployed with. Returns undefined if the stack was never deployed. */
export const readDeployed = async (stackName: string, { profile, ...location }: StackLocation) => {
  const region = location.region ?? (await defaultRegion(profile));
  const client = new CloudFormationClient({ profile, region, requestHandler: { connectionTimeout: 5_000 } });
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    if (neverDeployed.test(stack?.StackStatus ?? '')) return undefined;
    const { TemplateBody } = await client.send(
      new GetTemplateCommand({ StackName: stackName, TemplateStage: 'Original' }),
    );
    const template: StackTemplate = JSON.parse(TemplateBody || '{}');
    return { template, region };
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'ValidationError' && message.includes('does not exist')) return undefined;
    const need = 'deploying needs credentials that allow cloudformation:DescribeStacks and cloudformation:GetTemplate';
    throw new Error(`The deployed template of ${stackName} cannot be read: ${message}; ${need}.`);
  } finally {
    client.destroy();
  }
};

/** Throws if deploying the template would change more than one region or more than one index of the stack's table. */
export const checkTableUpdate = async (stackName: string, next: StackTemplate, location: StackLocation) => {
  const deployed = await readDeployed(stackName, location);
  const refusal = deployed && refusalOfUpdate(deployed.template, next, deployed.region);
  if (refusal) throw new Error(refusal);
};
