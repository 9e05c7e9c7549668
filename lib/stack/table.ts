import { AttributeType, Billing, Capacity, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { indexOf } from '../../functions/kit/table/shards';
import { indexedFields } from '../models/indexes';
import { isProtected, removalPolicyOf, type Settings } from './settings';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** Attributes that have an index. */
const indexed = indexedFields.map(({ attribute, field }) => ({
  ...text(attribute),
  ...(field.type && { type: AttributeType.NUMBER }),
}));

/** DynamoDB table of the service: resources, items that reserve unique values, and idempotency keys. */
export class ServiceTable extends TableV2 {
  constructor(scope: Construct, id: string, { settings }: { readonly settings: Settings }) {
    const { maxUnits, capacity, replicas = [], encryption } = settings;
    const limits = { maxReadRequestUnits: maxUnits, maxWriteRequestUnits: maxUnits };
    // Without a seed, CloudFormation refuses to change a table from on-demand to provisioned units.
    const units =
      capacity &&
      Capacity.autoscaled({ minCapacity: capacity.min, maxCapacity: capacity.max, seedCapacity: capacity.min });
    const provisioned = units && { readCapacity: units, writeCapacity: units };
    super(scope, id, {
      partitionKey: text('pk'),
      sortKey: text('sk'),
      billing: provisioned ? Billing.provisioned(provisioned) : Billing.onDemand(limits),
      // An index does not inherit the limits of its table.
      globalSecondaryIndexes: indexed.map((attribute) => ({
        indexName: indexOf(attribute.name),
        partitionKey: attribute,
        sortKey: text('sk'),
        ...(provisioned ?? limits),
      })),
      timeToLiveAttribute: 'expiresAt',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      // Deletion protection also stops the rollback of a failed first deployment: see lib/deploy/README.md.
      deletionProtection: isProtected(settings),
      removalPolicy: removalPolicyOf(settings),
      replicas: replicas.map((region) => ({ region })),
      // AWS manages the key `aws/dynamodb` in the account: no role needs a permission for it, and each region has its own.
      encryption: encryption === 'customer' ? TableEncryptionV2.awsManagedKey() : TableEncryptionV2.dynamoOwnedKey(),
    });
  }
}
