import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { removalPolicyOf, type Settings } from './settings';

export type ServiceKeyProps = { readonly settings: Pick<Settings, 'stage'> };

/** KMS key in the account for logs and alarms, rotated every year. Its policy lets the services use the key. */
export class ServiceKey extends Key {
  constructor(scope: Construct, id: string, { settings }: ServiceKeyProps) {
    // Keeps the key whenever the logs are kept, because nobody can read the logs without the key.
    super(scope, id, { enableKeyRotation: true, removalPolicy: removalPolicyOf(settings) });
    const { region, account, partition, urlSuffix } = Stack.of(this);
    this.addToResourcePolicy(
      new PolicyStatement({
        // The principal of CloudWatch Logs contains the region and the URL suffix, which in China ends in .com.cn.
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
