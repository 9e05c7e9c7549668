import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';

const text = (name: string) => ({ name, type: AttributeType.STRING });

export type TableProps = {
  /** Whether the table survives its stack, and cannot be deleted by mistake. */
  readonly isProtected?: boolean;
};

/** The single table: users, posts, e-mail claims. */
export class Table extends TableV2 {
  constructor(scope: Construct, id: string, { isProtected = true }: TableProps = {}) {
    super(scope, id, {
      partitionKey: text('pk'),
      sortKey: text('sk'),
      billing: Billing.onDemand(),
      globalSecondaryIndexes: [{ indexName: 'byUser', partitionKey: text('userId'), sortKey: text('sk') }],
      timeToLiveAttribute: 'expiresAt',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: isProtected,
      removalPolicy: isProtected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }
}
