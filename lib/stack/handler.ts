import { Duration, Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  Alias,
  Architecture,
  Code,
  type IFunction,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Row } from '../../functions/http/row';
import { acknowledge } from './acknowledged';
import { environmentOf } from './environment';
import { Log } from './log';
import type { Settings } from './settings';

export type HandlerProps = {
  readonly row: Row;
  /** The folder of the bundle; its files are named as the row is. */
  readonly bundle: string;
  readonly table: ITableV2;
  readonly settings: Settings;
  readonly key?: IKey;
};

/** Of the code that the API calls on a stage with canaries. */
export const aliasName = 'live';

// The processor's share grows with the memory, and requests are what clients wait for.
export const memoryMb = 512;

const allow = (actions: readonly string[] | undefined, resource: string) =>
  actions
    ? [new PolicyStatement({ actions: actions.map((action) => `dynamodb:${action}`), resources: [resource] })]
    : [];

/** One Lambda function as this service runs them: a role and a log group of its own, the SDK in its bundle. */
export class Handler extends Construct {
  readonly function: LambdaFunction;
  /** What new code reaches bit by bit, where the stage wants that. */
  readonly alias?: Alias;

  constructor(scope: Construct, id: string, { row, bundle, table, settings, key }: HandlerProps) {
    super(scope, id);
    const logGroup = new Log(this, 'Log', { settings, key });
    const onTable = [...allow(row.table, table.tableArn), ...allow(row.byUser, `${table.tableArn}/index/byUser`)];
    const onLog = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    const onTraces = new PolicyStatement({
      actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
      // Traces have no name that a permission could be for.
      resources: ['*'],
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      // Not AWS's policy for functions: that one may write to every log group of the account.
      managedPolicies: [new ManagedPolicy(this, 'Policy', { statements: [...onTable, onLog, onTraces] })],
    });
    this.function = new LambdaFunction(this, 'Function', {
      description: `${row.routeKey}: ${row.source}`,
      code: Code.fromAsset(bundle),
      handler: `${id}.handler`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryMb,
      // A call to the table takes three attempts of 1 s and two pauses at most. 10 s leave room for several calls.
      timeout: Duration.seconds(10),
      environment: {
        METRICS_NAMESPACE: Stack.of(this).stackName,
        ...(onTable.length > 0 && {
          TABLE_NAME: table.tableName,
          // Where DynamoDB is in which of AWS's partitions, CloudFormation knows; the SDK's rules for it are not bundled.
          AWS_ENDPOINT_URL_DYNAMODB: `https://dynamodb.${Stack.of(this).region}.${Stack.of(this).urlSuffix}`,
        }),
        ...environmentOf(row, settings),
      },
      // The role is whole: what CDK would add for the trace is in it.
      role: role.withoutPolicyUpdates(),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      // A limit for each function is what audits ask for; sixteen of them fit into an account's usual thousand.
      reservedConcurrentExecutions: settings.profile === 'regulated' ? 50 : undefined,
    });
    acknowledge(this, 'traces', 'noQueue', 'noNetwork');
    if (settings.canary) this.alias = new Alias(this, 'Alias', { aliasName, version: this.function.currentVersion });
  }

  /** What the API calls. */
  get target(): IFunction {
    return this.alias ?? this.function;
  }
}
