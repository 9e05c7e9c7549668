import { AttributeType, Billing, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { isProtected, removalPolicyOf } from './removal-policy';
import type { Settings } from './settings';

const text = (name: string) => ({ name, type: AttributeType.STRING });

export type TableProps = {
  readonly settings: Pick<Settings, 'stage' | 'maxUnits' | 'replicas' | 'profile'>;
};

/** The single table: users, posts, e-mail claims, idempotency keys. */
export class Table extends TableV2 {
  constructor(scope: Construct, id: string, { settings }: TableProps) {
    const { maxUnits, replicas = [], profile } = settings;
    const most = { maxReadRequestUnits: maxUnits, maxWriteRequestUnits: maxUnits };
    super(scope, id, {
      partitionKey: text('pk'),
      sortKey: text('sk'),
      billing: Billing.onDemand(most),
      // An index has limits of its own, and none if it names none.
      globalSecondaryIndexes: [{ indexName: 'byUser', partitionKey: text('userId'), sortKey: text('sk'), ...most }],
      timeToLiveAttribute: 'expiresAt',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      // Stops the rollback of a failed first deployment, too: the README says how to delete the table then.
      deletionProtection: isProtected(settings),
      removalPolicy: removalPolicyOf(settings),
      replicas: replicas.map((region) => ({ region })),
      // A key in the account, whose use its CloudTrail shows; no role needs a permission for it.
      encryption: profile === 'regulated' ? TableEncryptionV2.awsManagedKey() : TableEncryptionV2.dynamoOwnedKey(),
    });
  }
}
