import { Duration, Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Variables } from '../../functions/kit/environment';
import { entryOf, type Route } from '../../functions/kit/http/route';
import { indexesOfRoute } from '../models/indexes';
import { nodeVersion } from '../root';
import { environmentOf } from './environment';
import type { RoleOf } from './execution-roles';
import type { Settings } from './settings';

/** Parts of a stage that its API, its functions and its alarms share. */
export type SharedProps = {
  readonly table: ITableV2;
  readonly settings: Settings;
  readonly key?: IKey;
};

export type HandlerFunctionProps = Pick<SharedProps, 'table' | 'settings'> & {
  readonly route: Route;
  /** Folder of the bundle. Its files have the name of the route. */
  readonly bundle: string;
  /** Log group of all functions. */
  readonly logGroup: ILogGroup;
  readonly roleOf: RoleOf;
};

/** Name of the alias that the API calls on a stage with canary deployments. */
export const aliasName = 'live';

/** Memory of every function. Lambda's CPU share grows with the memory, so with less memory clients wait longer. */
export const memoryMb = 512;

/** Returns what a route may do with the table: its actions, and a query of each of its indexes. */
const grantsOf = (route: Route, { table, settings }: Pick<SharedProps, 'table' | 'settings'>) => [
  ...(route.actions ?? []).map((name) => ({ name, actions: [`dynamodb:${name}`], resource: table.tableArn })),
  ...indexesOfRoute(route, settings).map((name) => ({
    name,
    actions: ['dynamodb:Query'],
    resource: `${table.tableArn}/index/${name}`,
  })),
];

/** Lambda function of one route of the route table. It shares a log group, and its role with functions that may do the same. */
export class HandlerFunction extends Construct {
  readonly function: lambda.Function;
  readonly route: Route;
  /** Alias that canary deployments shift to new code. Undefined without the setting `canary`. */
  readonly alias?: lambda.Alias;

  constructor(
    scope: Construct,
    id: string,
    { route, bundle, table, settings, logGroup, roleOf }: HandlerFunctionProps,
  ) {
    super(scope, id);
    this.route = route;
    this.function = new lambda.Function(this, 'Function', {
      description: `${route.routeKey}: ${entryOf(route)}`,
      code: lambda.Code.fromAsset(bundle),
      handler: `${id}.handler`,
      runtime: new lambda.Runtime(`nodejs${nodeVersion}.x`, lambda.RuntimeFamily.NODEJS),
      architecture: lambda.Architecture.ARM_64,
      memorySize: memoryMb,
      ...(settings.closed && { reservedConcurrentExecutions: 0 }),
      // A call to DynamoDB takes at most three attempts of 1 s and two pauses. 10 s leave room for several calls.
      timeout: Duration.seconds(10),
      environment: {
        ...(route.actions &&
          ({
            TABLE_NAME: table.tableName,
            // CloudFormation knows the URL suffix of the AWS partition. The bundle leaves out the SDK's endpoint rules.
            AWS_ENDPOINT_URL_DYNAMODB: `https://dynamodb.${Stack.of(this).region}.${Stack.of(this).urlSuffix}`,
          } satisfies Variables)),
        ...environmentOf(route, settings),
      },
      role: roleOf(grantsOf(route, { table, settings })),
      logGroup,
      loggingFormat: lambda.LoggingFormat.JSON,
      // Leaves out Lambda's own lines for each start and request, which are longer than the line of the service.
      systemLogLevelV2: lambda.SystemLogLevel.WARN,
      tracing: settings.tracing ? lambda.Tracing.ACTIVE : lambda.Tracing.DISABLED,
    });
    if (settings.canary)
      this.alias = new lambda.Alias(this, 'Alias', { aliasName, version: this.function.currentVersion });
  }
}
