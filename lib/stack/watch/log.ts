import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { removalPolicyOf } from '../removal-policy';
import type { Settings } from '../settings';

export type LogProps = {
  readonly settings: Pick<Settings, 'stage' | 'logDays'>;
  /** KMS key in the account. Without this, AWS owns the key. */
  readonly key?: IKey;
};

/** Log group that deletes its lines after `logDays`. A stage that is not protected deletes the group with the stack. */
export class Log extends LogGroup {
  constructor(scope: Construct, id: string, { settings, key }: LogProps) {
    const removalPolicy = removalPolicyOf(settings);
    super(scope, id, { retention: settings.logDays, removalPolicy, encryptionKey: key });
  }
}
