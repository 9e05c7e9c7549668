import { isDeepStrictEqual } from 'node:util';
import { type DeployedTemplate, settingsIn } from './deployed';

export const TABLE = 'AWS::DynamoDB::GlobalTable';

/** Properties of a table whose change makes CloudFormation replace the table by an empty one. */
const replacing = ['KeySchema', 'LocalSecondaryIndexes', 'TableName'] as const;

/** Reads the table with the data of a stage. The template of a restored table has only its name. */
export const tableIn = (template: DeployedTemplate, stackRegion: string) => {
  const { Resources = {} } = template;
  const [id, { Properties = {} } = {}] = Object.entries(Resources).find(([, { Type }]) => Type === TABLE) ?? [];
  const { Replicas = [], GlobalSecondaryIndexes = [], KeySchema = [], AttributeDefinitions = [] } = Properties;
  const name = settingsIn(template).table ?? id;
  // The region of the stack itself is a reference.
  const replicas = Replicas.map((each) => ({
    ...each,
    region: typeof each.Region === 'string' ? each.Region : stackRegion,
  }));
  return {
    name,
    identity: [name, ...replacing.map((property) => Properties[property])],
    /** Types of the keys, another of which replaces the table, too. */
    keyTypes: AttributeDefinitions.filter((each) => KeySchema.some((key) => key.AttributeName === each.AttributeName)),
    /** Attribute by whose time DynamoDB deletes items. */
    expiry: Object(Properties.TimeToLiveSpecification).AttributeName as string | undefined,
    replicas,
    regions: replicas.map(({ region }) => region),
    indexes: GlobalSecondaryIndexes.map(({ IndexName }) => IndexName),
  };
};

type DeployedTable = ReturnType<typeof tableIn>;

/** Tells whether a deployment replaces the table of a stage. The template of version 1.0 may lack the types of the keys. */
export const hasOtherKeys = (old: DeployedTable, table: DeployedTable) =>
  old.name !== undefined &&
  (!isDeepStrictEqual(old.identity, table.identity) ||
    (old.keyTypes.length > 0 && !isDeepStrictEqual(old.keyTypes, table.keyTypes)));

/** Name that confirms a loss, and the beginning of a sentence about the loss. */
export type Loss = readonly [name: string, text: string];

type Replica = DeployedTable['replicas'][number];

const recoveryDays = ({ PointInTimeRecoverySpecification: given }: Replica) =>
  given?.PointInTimeRecoveryEnabled ? (given.RecoveryPeriodInDays ?? 35) : 0;

/** Returns what protects the items of a table, and a deployment takes away. */
export const protectionLosses = (old: DeployedTable, table: DeployedTable): readonly Loss[] => {
  const ofReplicas = old.replicas.flatMap((was) => {
    const is = table.replicas.find(({ region }) => region === was.region);
    if (!is) return [];
    const [daysBefore, days] = [recoveryDays(was), recoveryDays(is)];
    const isOpened = was.DeletionProtectionEnabled === true && !is.DeletionProtectionEnabled;
    return [
      ...(isOpened ? [`turns off the deletion protection of the table in ${was.region}; keep it`] : []),
      ...(days < daysBefore
        ? [`keeps ${days} days of point-in-time recovery of the table in ${was.region}, not ${daysBefore}; keep them`]
        : []),
    ];
  });
  const expires =
    old.expiry && old.expiry !== table.expiry
      ? [`lets items expire by the attribute ${table.expiry}, and not by ${old.expiry}; keep the attribute`]
      : [];
  return [...expires, ...ofReplicas].map((text) => ['table', `This deployment ${text}`]);
};
