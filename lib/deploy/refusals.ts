import { isDeepStrictEqual } from 'node:util';
import { type Route, scopesOf } from '../../functions/kit/http/route';
import * as routes from '../../functions/routes';
import { type GivenSettings, namesInStages } from '../stack/context';
import { isPreview, protective, type Settings } from '../stack/settings';
import type { DeployedTemplate } from './deployed';
import { reasonsAgainst } from './models';
import { planErrors } from './shard-plan';

export const TABLE = 'AWS::DynamoDB::GlobalTable';

/** Properties of a table whose change makes CloudFormation replace the table by an empty one. */
const replacing = ['KeySchema', 'LocalSecondaryIndexes', 'TableName'] as const;

/** Reads the table with the data of a stage. The template of a restored table has only its name. */
const tableIn = ({ Metadata, Resources = {} }: DeployedTemplate, stackRegion: string) => {
  const restored = Metadata?.Settings?.table;
  const [id, { Properties = {} } = {}] = Object.entries(Resources).find(([, { Type }]) => Type === TABLE) ?? [];
  const { Replicas = [], GlobalSecondaryIndexes = [] } = Properties;
  return {
    identity: [restored ?? id, ...replacing.map((name) => Properties[name])],
    name: restored ?? id,
    // The region of the stack itself is a reference.
    regions: Replicas.map(({ Region }) => (typeof Region === 'string' ? Region : stackRegion)),
    indexes: GlobalSecondaryIndexes.map(({ IndexName }) => IndexName),
  };
};

const changesOf = (before: readonly string[], after: readonly string[]) => [
  ...after.filter((name) => !before.includes(name)),
  ...before.filter((name) => !after.includes(name)),
];

const generationsIn = ({ Metadata }: DeployedTemplate) => JSON.stringify(Object.values(Metadata?.Plan ?? {}).flat());

const refuseSeveral = (kind: string, changed: readonly string[], isGrowing: boolean) => {
  const names = `The table changes the ${kind} ${changed.join(', ')}`;
  if (changed.length > 1) return [`${names}; deploy one change at a time, because AWS allows no more.`];
  if (changed.length === 0 || !isGrowing) return [];
  return [`${names} and the plan; deploy the plan alone, because the functions get it only when the table is ready.`];
};

/** Returns the host name of a stage. API Gateway ends a name at once, before the DNS can point to the next one. */
const hostIn = ({ domain }: GivenSettings) => String(Object(domain).name ?? 'of API Gateway');

/** Tells whether owners or admins are known by a setting. */
const isOfOwners = (name: string, { ownership }: GivenSettings) => ownership && /^(issuer|scopePrefix)$/.test(name);

/** Returns the settings that a deployment drops: they are not given any more, or it turns off what protects the stage. */
const findDropped = (before: GivenSettings, after: GivenSettings, given: GivenSettings) =>
  namesInStages.filter((name) => {
    if (name === 'domain') return hostIn(before) !== hostIn(after);
    if (name === 'table' || before[name] === undefined) return false;
    const isOff = protective.includes(name) && before[name] && !after[name];
    const isDecided = given[name] !== undefined && !isOfOwners(name, before);
    return isOff || (!isDecided && !isDeepStrictEqual(before[name], after[name]));
  });

const describeLoss = (name: string, before: GivenSettings) =>
  name === 'domain'
    ? `This deployment ends the address ${hostIn(before)} of the stage; keep the setting "domain"`
    : `This deployment drops the setting ${name}=${JSON.stringify(before[name])} of the stage${isOfOwners(name, before) ? ', by which it knows owners and admins' : ''}; repeat it`;

const describeTableLoss = (before: unknown, after: unknown) =>
  `This deployment leaves the data of the stage in the table ${before}, and begins with ${after ? `the table ${after}` : 'an empty table'}; keep the setting "table", and the logical id and keys of the table`;

const describeOpenTable = ({ table, issuer, protectReads }: GivenSettings) => {
  const isGuarded = (route: Route) => issuer && scopesOf(route, { protectReads: protectReads === true }).length > 0;
  const open = Object.values<Route>(routes).filter((route) => route.actions && !isGuarded(route));
  return `This deployment opens the table ${table}, which the stage did not make, and ${open.length} routes over its data are open to everybody; set "issuer" as the stage of the table does`;
};

type Deployment = { readonly region: string; readonly given?: GivenSettings; readonly confirm?: Settings['confirm'] };

/** Returns one sentence for each reason why a stage must not be deployed over the deployed one. */
export const refusalsOf = (deployed: DeployedTemplate, next: DeployedTemplate, deployment: Deployment) => {
  const { region, given = {}, confirm = [] } = deployment;
  const [before = {}, after = {}] = [deployed.Metadata?.Settings, next.Metadata?.Settings];
  const [owner, service] = [deployed.Metadata?.Service, next.Metadata?.Service];
  if (owner !== undefined && owner !== service)
    return [`The stage is that of the service "${owner}", and this is "${service}"; take another stage or account.`];
  const [old, table] = [tableIn(deployed, region), tableIn(next, region)];
  // The data of a preview is thrown away.
  const isKept = !isPreview(String(after.stage));
  const leavesData = isKept && old.name !== undefined && !isDeepStrictEqual(old.identity, table.identity);
  const opensTable = !leavesData && after.table && after.table !== before.table;
  const isGrowing = generationsIn(deployed) !== generationsIn(next);
  const had = isKept ? { Plan: {}, ...deployed.Metadata } : undefined;
  const lost = Object.keys(had?.Plan ?? {}).filter((name) => !next.Metadata?.Plan?.[name]);
  const losses = [
    ...findDropped(before, after, given).map((name) => [name, describeLoss(name, before)]),
    ...(leavesData ? [['table', describeTableLoss(old.name, after.table)]] : []),
    ...(opensTable ? [['table', describeOpenTable(after)]] : []),
    ...lost.map((name) => ['models', `The collection ${name} is gone, and no route finds its items: keep it`]),
    ...reasonsAgainst(next.Metadata?.Models, had?.Models, had?.Past).map((reason) => ['models', reason]),
  ];
  const refused = losses.filter(([name = '']) => !confirm.includes(name));
  const names = [...new Set([...confirm, ...refused.map(([name]) => name)])];
  return [
    ...refused.map(([, loss]) => `${loss}, or confirm with -c confirm=${names.join(',')}.`),
    ...(leavesData ? [] : refuseSeveral('regions', changesOf(old.regions, table.regions), isGrowing)),
    ...(leavesData ? [] : refuseSeveral('indexes', changesOf(old.indexes, table.indexes), isGrowing)),
    // Nothing confirms a plan that loses items.
    ...planErrors(next.Metadata?.Plan, had?.Plan),
  ];
};
