import { Stack } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  Capacity,
  CfnGlobalTable,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { OWNED } from '../../functions/kit/table/keys';
import { type Index, MAX_INDEXES } from '../models/indexes';
import { isProtected, removalPolicyOf, type Settings } from './settings';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** Returns an error for more indexes than AWS allows, because CloudFormation would refuse the table half-way. */
export const quotaErrors = ({ maxIndexes }: Settings, count: number) =>
  count > maxIndexes
    ? [
        `The table has ${count} indexes, and AWS allows ${maxIndexes}; declare fewer parents, indexed and sorted fields, or raise the quota "Global Secondary Indexes per table" with: aws service-quotas request-service-quota-increase --service-code dynamodb --quota-code L-F7858A77 --desired-value ${count}, and then set "maxIndexes" to ${count}.`,
      ]
    : [];

type Rendered = Readonly<Record<string, unknown>>;

const keySchemaOf = ({ attribute, sort }: Index) => [
  { attributeName: attribute, keyType: 'HASH' },
  { attributeName: sort, keyType: 'RANGE' },
];

/** Adds indexes with the units of the last one. TableV2 refuses more than 20, because it knows of no higher quota. */
const addIndexes = (table: CfnGlobalTable, more: readonly Index[]) => {
  const resolve = (list: unknown): readonly Rendered[] => Stack.of(table).resolve(list);
  /** Returns a list of indexes with the added ones. The table has their keys, and a replica their names alone. */
  const withMore = (list: unknown, keysOf: (index: Index) => object) => {
    const known = resolve(list);
    return [...known, ...more.map((index) => ({ ...known.at(-1), indexName: index.name, ...keysOf(index) }))];
  };
  const defined = new Map(resolve(table.attributeDefinitions).map((each) => [each.attributeName, each]));
  for (const { attribute, sort, isNumber } of more)
    for (const [name, type] of [
      [attribute, isNumber ? 'N' : 'S'],
      [sort, 'S'],
    ] as const)
      defined.set(name, { attributeName: name, attributeType: type });
  table.attributeDefinitions = [...defined.values()] as never;
  table.globalSecondaryIndexes = withMore(table.globalSecondaryIndexes, (index) => ({
    keySchema: keySchemaOf(index),
  })) as never;
  table.replicas = resolve(table.replicas).map((replica) => ({
    ...replica,
    globalSecondaryIndexes: withMore(replica.globalSecondaryIndexes, () => ({})),
  })) as never;
};

type TableProps = {
  readonly settings: Settings;
  readonly indexes: readonly Index[];
  /** True if functions get the changes of the table. */
  readonly hasStream?: boolean;
};

/** DynamoDB table of the service: resources, items that reserve unique values, and idempotency keys. */
export class ServiceTable extends TableV2 {
  constructor(scope: Construct, id: string, { settings, indexes, hasStream }: TableProps) {
    const { maxUnits, capacity, replicas = [], encryption, ownership } = settings;
    const limits = { maxReadRequestUnits: maxUnits, maxWriteRequestUnits: maxUnits };
    // Without a seed, CloudFormation refuses to change a table from on-demand to provisioned units.
    const unitsFrom = (min: number) => {
      const units =
        capacity && Capacity.autoscaled({ minCapacity: min, maxCapacity: capacity.max, seedCapacity: capacity.min });
      return units && { readCapacity: units, writeCapacity: units };
    };
    const provisioned = capacity && unitsFrom(capacity.min);
    super(scope, id, {
      partitionKey: text('pk'),
      sortKey: text('sk'),
      billing: provisioned ? Billing.provisioned(provisioned) : Billing.onDemand(limits),
      // An index does not inherit the limits of its table.
      globalSecondaryIndexes: indexes.slice(0, MAX_INDEXES).map(({ name, attribute, sort, isNumber }) => ({
        indexName: name,
        partitionKey: isNumber ? { name: attribute, type: AttributeType.NUMBER } : text(attribute),
        sortKey: text(sort),
        // Without ownership, the indexes of owners are empty.
        ...((attribute === OWNED && !ownership ? unitsFrom(1) : provisioned) ?? limits),
      })),
      timeToLiveAttribute: 'expiresAt',
      ...(hasStream && { dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES }),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      // Deletion protection also stops the rollback of a failed first deployment: see lib/deploy/README.md.
      deletionProtection: isProtected(settings),
      removalPolicy: removalPolicyOf(settings),
      replicas: replicas.map((region) => ({ region })),
      // AWS manages the key `aws/dynamodb` in the account: no role needs a permission for it, and each region has its own.
      encryption: encryption === 'customer' ? TableEncryptionV2.awsManagedKey() : TableEncryptionV2.dynamoOwnedKey(),
    });
    const [resource, more] = [this.node.findChild('Resource'), indexes.slice(MAX_INDEXES)];
    if (resource instanceof CfnGlobalTable && more.length > 0) addIndexes(resource, more);
  }
}
