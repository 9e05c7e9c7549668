import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup, type LogGroupClass } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { removalPolicyOf, type Settings } from '../settings';

export type LogProps = {
  readonly settings: Pick<Settings, 'stage' | 'logDays'>;
  /** KMS key in the account. Without this, AWS owns the key. */
  readonly key?: IKey;
  /** Class of the log group. AWS cannot change it later, so that a group with another class needs another id. */
  readonly logGroupClass?: LogGroupClass;
  /** Name that AWS asks for. Without this, CloudFormation makes one. */
  readonly logGroupName?: string;
};

/** Log group that deletes its lines after `logDays`. A stage that is not protected deletes the group with the stack. */
export class Log extends LogGroup {
  constructor(scope: Construct, id: string, { settings, key, ...props }: LogProps) {
    const removalPolicy = removalPolicyOf(settings);
    super(scope, id, { retention: settings.logDays, removalPolicy, encryptionKey: key, ...props });
  }
}
