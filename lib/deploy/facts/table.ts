import { isDeepStrictEqual } from 'node:util';
import { type Route, scopesOf } from '../../../functions/kit/http/route';
import * as routes from '../../../functions/routes';
import type { GivenSettings } from '../../stack/context';
import { defineFact, isDiscarded, type StageTemplate } from '../fact';

export const TABLE = 'AWS::DynamoDB::GlobalTable';

/** Properties of a table whose change makes CloudFormation replace the table by an empty one. */
const replacing = ['KeySchema', 'LocalSecondaryIndexes', 'TableName'] as const;

/** Reads the table with the data of a stage. The template of a restored table has only its name. */
export const tableIn = (template: StageTemplate, stackRegion: string) => {
  const { Metadata, Resources } = template;
  // Tables of lib/own.ts hold no data of the service.
  const isOfService = (id: string) => !Metadata.Own?.includes(id);
  const tables = Object.entries(Resources).filter(([each, { Type }]) => Type === TABLE && isOfService(each));
  const [[id, { Properties = {} }] = [undefined, {}]] = tables;
  const { Replicas = [], GlobalSecondaryIndexes = [], KeySchema = [], AttributeDefinitions = [] } = Properties;
  const name = Metadata.Settings.table ?? id;
  // Another type of a key replaces the table, too.
  const keys = AttributeDefinitions.filter((each) => KeySchema.some((key) => key.AttributeName === each.AttributeName));
  // The region of the stack itself is a reference.
  const replicas = Replicas.map((each) => ({
    ...each,
    region: typeof each.Region === 'string' ? each.Region : stackRegion,
  }));
  return {
    settings: Metadata.Settings,
    isDiscarded: isDiscarded(template),
    name,
    identity: [name, keys, ...replacing.map((property) => Properties[property])],
    /** Attribute by whose time DynamoDB deletes items. */
    expiry: Object(Properties.TimeToLiveSpecification).AttributeName as string | undefined,
    streamView: Properties.StreamSpecification?.StreamViewType,
    replicas,
    regions: replicas.map(({ region }) => region),
    indexes: GlobalSecondaryIndexes.map(({ IndexName }) => IndexName),
  };
};

type StageTable = ReturnType<typeof tableIn>;

/** Tells whether a deployment leaves the table of a stage, and data that is kept. */
export const leavesTable = (was: StageTable, is: StageTable) =>
  was.name !== undefined && !is.isDiscarded && !isDeepStrictEqual(was.identity, is.identity);

const countOpenRoutes = ({ issuer, protectReads }: GivenSettings) => {
  const isGuarded = (route: Route) => issuer && scopesOf(route, { protectReads: protectReads === true }).length > 0;
  return Object.values<Route>(routes).filter((route) => route.actions && !isGuarded(route)).length;
};

const recoveryDays = ({ PointInTimeRecoverySpecification: given }: StageTable['replicas'][number]) =>
  given?.PointInTimeRecoveryEnabled ? (given.RecoveryPeriodInDays ?? 35) : 0;

/** Returns a sentence for each protection that the items of a table lose. */
const lostProtection = (old: StageTable, table: StageTable) => {
  const ofReplicas = old.replicas.flatMap((was) => {
    const is = table.replicas.find(({ region }) => region === was.region);
    if (!is) return [];
    const [daysBefore, days] = [recoveryDays(was), recoveryDays(is)];
    const opened = `This deployment turns off the deletion protection of the table in ${was.region}; keep it.`;
    const shortened = `This deployment keeps ${days} days of point-in-time recovery of the table in ${was.region}, not ${daysBefore}; keep them.`;
    return [
      ...(was.DeletionProtectionEnabled === true && !is.DeletionProtectionEnabled ? [opened] : []),
      ...(days < daysBefore ? [shortened] : []),
    ];
  });
  const expires = `This deployment lets items expire by the attribute ${table.expiry}, and not by ${old.expiry}; keep the attribute.`;
  return [...(old.expiry && old.expiry !== table.expiry ? [expires] : []), ...ofReplicas];
};

/** Table with the data of a stage, and its protection. A preview may lose both, and may not open the table of a stage. */
export const tableFact = defineFact({
  name: 'table',
  read: tableIn,
  lost: (was, is) => {
    const { table } = is.settings;
    const begun = table ? `the table ${table}` : 'an empty table';
    if (leavesTable(was, is))
      return [
        `This deployment leaves the data of the stage in the table ${was.name}, and begins with ${begun}; keep the setting "table", and the logical id and keys of the table.`,
      ];
    if (table && table !== was.settings.table)
      return [
        `This deployment opens ${begun}, which the stage did not make, and ${countOpenRoutes(is.settings)} routes over its data are open to everybody; set "issuer" as the stage of the table does.`,
      ];
    return is.isDiscarded ? [] : lostProtection(was, is);
  },
});
