import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Row } from '../functions/http/row';

export type HandlerProps = {
  readonly row: Row;
  /** The folder of the bundle; its one file is named as the row is. */
  readonly bundle: string;
  readonly table: TableV2;
  readonly logDays: RetentionDays;
};

const allow = (actions: readonly string[] | undefined, resource: string) =>
  actions
    ? [new PolicyStatement({ actions: actions.map((action) => `dynamodb:${action}`), resources: [resource] })]
    : [];

/** One Lambda function as this service runs them: a role and a log group of its own, the SDK in its bundle. */
export class Handler extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, { row, bundle, table, logDays }: HandlerProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Log', { retention: logDays, removalPolicy: RemovalPolicy.DESTROY });
    const onTable = [...allow(row.table, table.tableArn), ...allow(row.byUser, `${table.tableArn}/index/byUser`)];
    const onLog = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      // Not Lambda's managed policy: that one may write to every log group of the account.
      inlinePolicies: { Row: new PolicyDocument({ statements: [...onTable, onLog] }) },
    });
    this.function = new LambdaFunction(this, 'Function', {
      description: `${row.routeKey}: ${row.source}`,
      code: Code.fromAsset(bundle),
      handler: `${id}.handler`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      // The processor's share grows with the memory, and requests are what clients wait for.
      memorySize: 512,
      // The table's client gives up after 3 s a call; ten leave room for several, and for a slow start.
      timeout: Duration.seconds(10),
      environment: onTable.length > 0 ? { TABLE_NAME: table.tableName } : undefined,
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
    });
  }
}
