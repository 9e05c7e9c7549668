import { isDeepStrictEqual } from 'node:util';
import { type Route, scopesOf } from '../../functions/kit/http/route';
import * as routes from '../../functions/routes';
import { type GivenSettings, namesInStages } from '../stack/context';
import { isPreview, protective, type Settings } from '../stack/settings';
import { type DeployedTemplate, settingsIn } from './deployed';
import { newIndexes, newlyShown, openedRoutes, reasonsAgainst } from './models';
import { type Plan, planErrors } from './shard-plan';
import { hasOtherKeys, type Loss, protectionLosses, tableIn } from './table';

const generationsIn = (plan: Plan) => JSON.stringify(Object.values(plan).flat());

const refuseSeveral = (kind: string, [before, after]: readonly [string[], string[]], isGrowing: boolean) => {
  const changed = [...after, ...before].filter((name) => before.includes(name) !== after.includes(name));
  const names = `The table changes the ${kind} ${changed.join(', ')}`;
  if (changed.length > 1) return [`${names}; deploy one change at a time, because AWS allows no more.`];
  if (changed.length === 0 || !isGrowing) return [];
  return [`${names} and the plan; deploy the plan alone, because the functions get it only when the table is ready.`];
};

/** Returns the host name of a stage. API Gateway ends a name at once, before the DNS can point to the next one. */
const hostIn = ({ domain }: GivenSettings) => String(Object(domain).name);

/** Effects of changed settings on a stage with ownership. */
export const ownershipEffects: GivenSettings = {
  issuer: 'nobody owns what is stored',
  scopePrefix: 'no scope of today makes an admin',
};

/** Returns the losses of settings that are not given any more, and of settings that protect the stage and are turned off. */
const settingLosses = (before: GivenSettings, after: GivenSettings, given: GivenSettings) =>
  namesInStages.flatMap((name): readonly Loss[] => {
    const [was, is, host] = [before[name], after[name], hostIn(before)];
    if (name === 'domain' && was && host !== hostIn(after))
      return [[name, `This deployment ends the address ${host} of the stage; keep the setting "domain"`]];
    if (name === 'domain' || name === 'table' || was === undefined || isDeepStrictEqual(was, is)) return [];
    const effect = (was && !is && protective[name]) || (before.ownership && ownershipEffects[name]);
    if (given[name] !== undefined && !effect) return [];
    const drops = `drops the setting ${name}=${JSON.stringify(was)} of the stage; repeat it`;
    return [[name, effect ? `After this deployment ${effect}, because it ${drops}` : `This deployment ${drops}`]];
  });

const countOpenRoutes = ({ issuer, protectReads }: GivenSettings) => {
  const isGuarded = (route: Route) => issuer && scopesOf(route, { protectReads: protectReads === true }).length > 0;
  return Object.values<Route>(routes).filter((route) => route.actions && !isGuarded(route)).length;
};

type Deployment = { readonly region: string; readonly given?: GivenSettings; readonly confirm?: Settings['confirm'] };

/** Returns one sentence for each reason why a stage must not be deployed over the deployed one. */
export const refusalsOf = (deployed: DeployedTemplate, next: DeployedTemplate, deployment: Deployment) => {
  const { region, given = {}, confirm = [] } = deployment;
  const { Settings: named, Service: owner, Plan: oldPlan, PastPlan } = deployed.Metadata ?? {};
  const { Service: service, Plan = {}, Models, Callers, Shown } = next.Metadata ?? {};
  const [before, after] = [settingsIn(deployed), settingsIn(next)];
  if (owner !== undefined && owner !== service)
    return [`The stage is that of the service "${owner}", and this is "${service}"; take another stage or account.`];
  const [old, table] = [tableIn(deployed, region), tableIn(next, region)];
  // The data of a preview is thrown away.
  const had = isPreview(String(after.stage)) ? undefined : { Plan: {}, ...deployed.Metadata };
  const leavesData = had && hasOtherKeys(old, table);
  const opensTable = !leavesData && after.table && after.table !== before.table;
  const begun = after.table ? `the table ${after.table}` : 'an empty table';
  const leaves = `This deployment leaves the data of the stage in the table ${old.name}, and begins with ${begun}; keep the setting "table", and the logical id and keys of the table`;
  const opens = `This deployment opens ${begun}, which the stage did not make, and ${countOpenRoutes(after)} routes over its data are open to everybody; set "issuer" as the stage of the table does`;
  const opened = before.issuer ? [...openedRoutes(Callers, had?.Callers, after), ...newlyShown(Shown, had?.Shown)] : [];
  const lackedIndexes = after.table ? newIndexes(Models, deployed.Metadata?.Models) : [];
  const gone = Object.keys(had?.Plan ?? {}).filter((name) => !Plan[name]);
  const kept = Object.fromEntries(Object.entries({ ...PastPlan, ...oldPlan }).filter(([name]) => Plan[name]));
  const unseen =
    'This deployment may turn off settings and hide items unseen: version 1.0 deployed the stage, whose template names neither settings nor plan; compare both as "Upgrade from 1.0" in CHANGELOG.md says';
  const losses: readonly Loss[] = [
    ...(had && !named ? [['settings', unseen] as const] : []),
    ...settingLosses(before, after, given),
    ...(leavesData ? [['table', leaves] as const] : []),
    ...(opensTable ? [['table', opens] as const] : []),
    ...(had && !leavesData ? protectionLosses(old, table) : []),
    ...gone.map((name) => ['models', `The collection ${name} is gone, and no route finds its items: keep it`] as const),
    ...reasonsAgainst(Models, had?.Models, had).map((text) => ['models', text] as const),
    ...opened.map((text) => ['access', text] as const),
    ...lackedIndexes.map(
      (index) =>
        [
          'table',
          `No deployment adds the index ${index} to the table ${after.table}: add it first, and wait for it`,
        ] as const,
    ),
  ];
  const refused = losses.filter(([name]) => !confirm.includes(name));
  const names = [...new Set([...confirm, ...refused.map(([name]) => name)])];
  const isGrowing = generationsIn(kept) !== generationsIn(Plan);
  const kinds = leavesData ? [] : (['regions', 'indexes'] as const);
  return [
    ...refused.map(
      ([name, text]) => `${text}, ${name === 'settings' ? 'then' : 'or'} confirm with -c confirm=${names}.`,
    ),
    ...kinds.flatMap((kind) => refuseSeveral(kind, [old[kind], table[kind]], isGrowing)),
    // Nothing confirms a plan that loses items. `settings` confirms that you compared the plan of version 1.0.
    ...planErrors(Plan, named || oldPlan ? had && kept : undefined),
  ];
};
