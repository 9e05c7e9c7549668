import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key as KmsKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { removalPolicyOf } from './removal-policy';
import type { Settings } from './settings';

export type KeyProps = { readonly settings: Pick<Settings, 'stage'> };

/** A key of the account for logs and alarms, new every year; whoever may use them decides in the key's policy. */
export class Key extends KmsKey {
  constructor(scope: Construct, id: string, { settings }: KeyProps) {
    // Logs that are kept can be read only as long as their key is.
    super(scope, id, { enableKeyRotation: true, removalPolicy: removalPolicyOf(settings) });
    const { region, account, partition, urlSuffix } = Stack.of(this);
    this.addToResourcePolicy(
      new PolicyStatement({
        // CloudWatch Logs is the one service here whose name has region and partition: in China it ends in .com.cn.
        principals: [new ServicePrincipal(`logs.${region}.${urlSuffix}`)],
        actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey'],
        resources: ['*'],
        conditions: {
          ArnLike: { 'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:*` },
        },
      }),
    );
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
      }),
    );
  }
}
