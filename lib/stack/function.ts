import { Duration, Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Variables } from '../../functions/kit/environment';
import { digest } from '../../functions/kit/model/text';
import type { Needs } from '../../functions/kit/needs';
import { nodeVersion } from '../root';
import type { ExecutionRole, Grant, RoleOf } from './execution-roles';
import type { Settings } from './settings';

/** Parts that all functions of a stage share. */
export type FunctionProps = {
  readonly table: ITableV2;
  readonly settings: Settings;
  /** Log group of all functions. */
  readonly logGroup: ILogGroup;
  readonly roleOf: RoleOf;
};

/** Names and values that lib/own.ts hands to the functions whose route or job names them. */
export type OwnParts = {
  /** ARNs by the names that `grants` have. */
  readonly resources?: Readonly<Record<string, string>>;
  /** Values by the names that `environment` has. */
  readonly variables?: Readonly<Record<string, string>>;
};

export type ServiceFunctionProps = FunctionProps & {
  readonly needs: Needs;
  /** Indexes that the function queries. */
  readonly indexes: readonly string[];
  /** Permissions beside those on the table and its indexes. */
  readonly more?: readonly Grant[];
  /** Folder of the bundle. Its files have the name of the function. */
  readonly bundle: string;
  /** Key of the route, or name of the job, in charts. */
  readonly label: string;
  /** File of the handler. */
  readonly entry: string;
  readonly variables: Variables;
};

/** Memory of a function that names no other. Lambda's CPU share grows with the memory, so with less memory clients wait longer. */
export const memoryMb = 512;

/** Returns a sentence for each limit of a function that Lambda or API Gateway does not take. */
export const limitErrors = ({
  node,
  label,
  needs: { memoryMb: mb = memoryMb, timeoutSeconds = 10 },
}: ServiceFunction) => {
  const max = label.includes(' ') ? 30 : 900;
  const isIn = (value: number, least: number, most: number) =>
    Number.isInteger(value) && value >= least && value <= most;
  return [
    ...(isIn(mb, 128, 10_240) ? [] : [`"memoryMb" of ${node.id} is ${mb}; allowed: a whole number from 128 to 10240.`]),
    ...(isIn(timeoutSeconds, 1, max)
      ? []
      : [`"timeoutSeconds" of ${node.id} is ${timeoutSeconds}; allowed: a whole number from 1 to ${max}.`]),
  ];
};

/**
 * Lambda function of a route or job. It shares a log group, and its role with functions that may do the same. The id of the
 * construct is the name of the route or job.
 */
export class ServiceFunction extends Construct {
  readonly function: lambda.Function;
  readonly role: ExecutionRole;
  readonly needs: Needs;
  readonly label: string;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { needs, indexes, more = [], bundle, label, entry, variables, table, settings, logGroup, roleOf } = props;
    const { actions = [], grants, memoryMb: memorySize = memoryMb, timeoutSeconds = 10 } = needs;
    this.needs = needs;
    this.label = label;
    const ofTable = actions.map((name) => ({ name, actions: [`dynamodb:${name}`], resource: table.tableArn }));
    const ofIndexes = indexes.map((name) => ({
      name,
      actions: ['dynamodb:Query'],
      resource: `${table.tableArn}/index/${name}`,
    }));
    const all = [...ofTable, ...ofIndexes, ...more];
    // A function with grants of its own shares its role with no other. It gets a new one with other grants, so that old code keeps
    // what it needs until a canary ends.
    const mark = digest(JSON.stringify([grants, all.map(({ name }) => name)])).slice(0, 8);
    this.role = roleOf(all, grants && `${id}+${mark}`);
    this.function = new lambda.Function(this, 'Function', {
      description: `${label}: ${entry}`,
      code: lambda.Code.fromAsset(bundle),
      handler: `${id}.handler`,
      runtime: new lambda.Runtime(`nodejs${nodeVersion}.x`, lambda.RuntimeFamily.NODEJS),
      architecture: lambda.Architecture.ARM_64,
      memorySize,
      ...(settings.closed && { reservedConcurrentExecutions: 0 }),
      // A call to DynamoDB takes at most three attempts of 1 s and two pauses. 10 s leave room for several calls.
      timeout: Duration.seconds(timeoutSeconds),
      environment: {
        ...(needs.actions &&
          ({
            TABLE_NAME: table.tableName,
            // CloudFormation knows the URL suffix of the AWS partition. The bundle leaves out the SDK's endpoint rules.
            AWS_ENDPOINT_URL_DYNAMODB: `https://dynamodb.${Stack.of(this).region}.${Stack.of(this).urlSuffix}`,
          } satisfies Variables)),
        ...variables,
      },
      role: this.role,
      logGroup,
      loggingFormat: lambda.LoggingFormat.JSON,
      // Leaves out Lambda's own lines for each start and request, which are longer than the line of the service.
      systemLogLevelV2: lambda.SystemLogLevel.WARN,
      tracing: settings.tracing ? lambda.Tracing.ACTIVE : lambda.Tracing.DISABLED,
    });
  }

  /** Function or alias that others invoke. */
  get target(): lambda.IFunction {
    return this.function;
  }

  /** Gives the function what it names of lib/own.ts. */
  addOwn({ resources = {}, variables = {} }: OwnParts) {
    const { grants = {}, environment = [] } = this.needs;
    for (const [name, actions] of Object.entries(grants)) {
      const resource = name === '*' ? name : resources[name];
      if (resource && actions.length > 0)
        this.role.allow(new PolicyStatement({ actions: [...actions], resources: [resource] }));
    }
    for (const name of environment) if (variables[name]) this.function.addEnvironment(name, variables[name]);
  }
}
