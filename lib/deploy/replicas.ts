import { CloudFormationClient, DescribeStacksCommand, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { isRecord } from '../local/template/intrinsics';

export type Template = { readonly Resources?: Readonly<Record<string, unknown>> };

export type Place = { readonly profile?: string; readonly region?: string };

/** Regions of the table in a template; a reference means the region of the stack. */
const regionsIn = ({ Resources = {} }: Template, region: string) =>
  Object.values(Resources)
    .filter(isRecord)
    .filter(({ Type }) => Type === 'AWS::DynamoDB::GlobalTable')
    .map(({ Properties }) => {
      const replicas = isRecord(Properties) && Array.isArray(Properties.Replicas) ? Properties.Replicas : [];
      return replicas.map((replica) => (typeof replica.Region === 'string' ? replica.Region : region));
    })
    .at(0);

const listed = (verb: string, regions: readonly string[]) =>
  regions.length > 0 ? [`${verb} ${regions.join(', ')}`] : [];

/** Formats the refusal of an update that changes more than one region of the table; AWS refuses such an update half-way. */
export const refusalOfReplicas = (deployed: Template, next: Template, region: string) => {
  const before = regionsIn(deployed, region);
  const after = regionsIn(next, region);
  // A new table can begin with any number of regions.
  if (!before || !after) return undefined;
  const added = after.filter((one) => !before.includes(one));
  const removed = before.filter((one) => !after.includes(one));
  if (added.length + removed.length <= 1) return undefined;
  const changes = [...listed('adds', added), ...listed('removes', removed)].join(' and ');
  return `Setting "replicas" ${changes}; AWS changes one region of a table per update, so deploy these one at a time.`;
};

/** Finds the region of the environment or the profile; without one it is us-east-1, as in the CDK CLI. */
const defaultRegion = (profile?: string) =>
  new CloudFormationClient({ profile }).config.region().catch(() => 'us-east-1');

/** Matches a stack whose first deployment failed or was never carried out. The CDK CLI makes such a stack anew. */
const neverDeployed = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|REVIEW_IN_PROGRESS)$/;

/** Reads the template that a stack was deployed with; none if the stack does not exist. */
export const readDeployed = async (stackName: string, { profile, ...place }: Place) => {
  const region = place.region ?? (await defaultRegion(profile));
  const client = new CloudFormationClient({ profile, region, requestHandler: { connectionTimeout: 5_000 } });
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    if (neverDeployed.test(stack?.StackStatus ?? '')) return undefined;
    const { TemplateBody } = await client.send(
      new GetTemplateCommand({ StackName: stackName, TemplateStage: 'Original' }),
    );
    const template: Template = JSON.parse(TemplateBody || '{}');
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

/** Throws if deploying the template would change more than one region of the stack's table. */
export const checkReplicas = async (stackName: string, next: Template, place: Place) => {
  const deployed = await readDeployed(stackName, place);
  const refusal = deployed && refusalOfReplicas(deployed.template, next, deployed.region);
  if (refusal) throw new Error(refusal);
};
