import { RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Settings } from './settings';

export type LogProps = {
  readonly settings: Pick<Settings, 'logDays'>;
  /** A key of the account; without one AWS has the key. */
  readonly key?: IKey;
};

/** A group of log lines that go with their stack, or when they are old. */
export class Log extends LogGroup {
  constructor(scope: Construct, id: string, { settings, key }: LogProps) {
    super(scope, id, { retention: settings.logDays, removalPolicy: RemovalPolicy.DESTROY, encryptionKey: key });
  }
}
