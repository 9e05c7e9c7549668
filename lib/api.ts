import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as gateway from 'aws-cdk-lib/aws-apigatewayv2';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type Row, routeKeysOf } from '../functions/http/row';
import * as routes from '../functions/routes';
import { Handler } from './handler';
import { HandlerIntegration } from './integration';
import type { Settings } from './settings';

export type ApiProps = {
  readonly table: TableV2;
  /** The folder of the bundles, each in a folder named as its row is. */
  readonly bundles: string;
  readonly settings: Pick<Settings, 'origins' | 'throttleRate' | 'throttleBurst' | 'logDays'>;
};

const Cors = gateway.CorsHttpMethod;

/** What browsers may send and read; the contract's §7. */
const cors = (origins: string[]): gateway.CorsPreflightOptions => ({
  allowOrigins: origins,
  allowMethods: [Cors.GET, Cors.HEAD, Cors.POST, Cors.PUT, Cors.PATCH, Cors.DELETE],
  allowHeaders: ['content-type', 'authorization', 'if-match', 'if-none-match', 'idempotency-key', 'prefer'],
  exposeHeaders: [
    ...['etag', 'link', 'location', 'retry-after', 'idempotency-replayed', 'preference-applied'],
    ...['x-total-count', 'accept-patch', 'accept-post', 'allow'],
  ],
  maxAge: Duration.hours(1),
});

/** Who called and what came of it; no address of the client, no query, no header. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTime',
    route: '$context.routeKey',
    status: '$context.status',
    bytes: '$context.responseLength',
    ms: '$context.responseLatency',
    integrationError: '$context.integrationErrorMessage',
  }),
);

const toRouteKey = (routeKey: string) => {
  const [method = '', path = ''] = routeKey.split(' ');
  return path ? gateway.HttpRouteKey.with(path, method as gateway.HttpMethod) : gateway.HttpRouteKey.DEFAULT;
};

/** The HTTP API: for every row of the route table a function and its routes. */
export class Api extends Construct {
  readonly url: string;

  constructor(scope: Construct, id: string, { table, bundles, settings }: ApiProps) {
    super(scope, id);
    const handlers = Object.entries<Row>(routes).map(([name, row]) => {
      const props = { row, bundle: join(bundles, name), table, logDays: settings.logDays };
      return { name, row, function: new Handler(this, name, props).function };
    });

    const invoke = new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: handlers.map((handler) => handler.function.functionArn),
    });
    const caller = new Role(this, 'Caller', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { Invoke: new PolicyDocument({ statements: [invoke] }) },
    });

    const httpApi = new gateway.HttpApi(this, 'HttpApi', {
      createDefaultStage: false,
      corsPreflight: cors(settings.origins),
    });
    for (const { name, row, function: target } of handlers) {
      const integration = new HandlerIntegration(name, target, caller);
      for (const routeKey of routeKeysOf(row)) {
        const id = routeKey === row.routeKey ? `${name}Route` : `${name}HeadRoute`;
        new gateway.HttpRoute(this, id, { httpApi, integration, routeKey: toRouteKey(routeKey) });
      }
    }

    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: settings.logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const stage = new gateway.HttpStage(this, 'Stage', {
      httpApi,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: settings.throttleRate, burstLimit: settings.throttleBurst },
      accessLogSettings: { destination: new gateway.LogGroupLogDestination(accessLog), format: accessLogFormat },
    });
    this.url = stage.url;
  }
}
