import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Grant } from '../execution-roles';
import type { SharedProps } from '../handler';
import { removalPolicyOf } from '../settings';

/** Time for which a change that failed can be sent again. */
const KEPT_DAYS = 14;

/**
 * Changes whose reactions have failed for too long. Lambda writes each batch with its records into the bucket, because it sends a
 * queue only the place of the records in the stream, which forgets them after 24 hours. The queue names the objects.
 */
export class FailedChanges extends Construct {
  readonly bucket: Bucket;
  readonly queue: Queue;
  /** Permissions of a function whose failed changes Lambda writes. */
  readonly grants: readonly Grant[];

  constructor(scope: Construct, id: string, { settings, key }: Pick<SharedProps, 'settings' | 'key'>) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(KEPT_DAYS),
      // A repetition of a large batch ends before another one can begin.
      visibilityTimeout: Duration.minutes(15),
      removalPolicy: removalPolicyOf(settings),
    });
    // Names the account and not the bucket, because the bucket waits for this policy.
    this.queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [this.queue.queueArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: key ? BucketEncryption.KMS : BucketEncryption.S3_MANAGED,
      encryptionKey: key,
      bucketKeyEnabled: key && true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      // An object outlives its message by a day.
      lifecycleRules: [{ expiration: Duration.days(KEPT_DAYS + 1) }],
      removalPolicy: removalPolicyOf(settings),
    });
    // CDK's own notifications add a function that may change those of any bucket.
    const { defaultChild } = this.bucket.node;
    if (defaultChild instanceof CfnBucket)
      defaultChild.notificationConfiguration = {
        queueConfigurations: [{ event: 's3:ObjectCreated:*', queue: this.queue.queueArn }],
      };
    this.bucket.node.addDependency(this.queue);
    this.grants = [
      { name: 'Failed', actions: ['s3:PutObject'], resource: this.bucket.arnForObjects('*') },
      { name: 'FailedBucket', actions: ['s3:ListBucket'], resource: this.bucket.bucketArn },
      ...(key ? [{ name: 'FailedKey', actions: ['kms:Decrypt', 'kms:GenerateDataKey'], resource: key.keyArn }] : []),
    ];
  }
}
