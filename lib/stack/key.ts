import { Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { removalPolicyOf, type Settings } from './settings';

/** KMS key in the account for logs and alarms, rotated every year. Its policy lets the services use the key. */
export class ServiceKey extends Key {
  constructor(scope: Construct, id: string, { settings }: { readonly settings: Settings }) {
    // Keeps the key whenever the logs are kept, because nobody can read the logs without the key.
    super(scope, id, { enableKeyRotation: true, removalPolicy: removalPolicyOf(settings) });
    const { region, account, partition, urlSuffix } = Stack.of(this);
    const ArnLike = { 'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:*` };
    // The principal of CloudWatch Logs contains the region and the URL suffix, which in China ends in .com.cn.
    const logs = new ServicePrincipal(`logs.${region}.${urlSuffix}`, { conditions: { ArnLike } });
    this.grant(logs, 'kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey');
    const StringEquals = { 'aws:SourceAccount': account };
    const alarms = new ServicePrincipal('cloudwatch.amazonaws.com', { conditions: { StringEquals } });
    this.grant(alarms, 'kms:Decrypt', 'kms:GenerateDataKey*');
  }
}
