import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { removalPolicyOf } from './removal-policy';
import type { Settings } from './settings';

export type LogProps = {
  readonly settings: Pick<Settings, 'stage' | 'logDays'>;
  /** A key of the account; without one AWS has the key. */
  readonly key?: IKey;
};

/** A group of log lines; they go when they are old, and in a stage that is not protected with their stack. */
export class Log extends LogGroup {
  constructor(scope: Construct, id: string, { settings, key }: LogProps) {
    const removalPolicy = removalPolicyOf(settings);
    super(scope, id, { retention: settings.logDays, removalPolicy, encryptionKey: key });
  }
}
