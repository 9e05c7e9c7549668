import { join } from 'node:path';
import { Annotations, Duration, Stack } from 'aws-cdk-lib';
import {
  CorsHttpMethod,
  type CorsPreflightOptions,
  HttpApi,
  type HttpMethod,
  HttpRoute,
  HttpRouteKey,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { type Route, routeKeysOf, scopesOf } from '../../functions/http/route';
import * as routes from '../../functions/routes';
import { aliasName, HandlerFunction } from './handler';
import { HandlerIntegration } from './integration';
import type { Settings } from './settings';
import { Stage } from './stage';

export type ServiceApiProps = {
  readonly table: ITableV2;
  /** Folder with a subfolder for each bundle. A subfolder has the name of its route. */
  readonly bundles: string;
  readonly settings: Settings;
  readonly key?: IKey;
};

/** Warning for a stage without authentication. */
export const OPEN_TO_ALL = {
  id: 'users-and-posts:open-to-all',
  text:
    'This stage has no authentication: everybody who knows its address can read, change and delete all data. ' +
    'To require a token, set "issuer" and "audience".',
};

const toRouteKey = (routeKey: string) => {
  const [method = '', path = ''] = routeKey.split(' ');
  return path ? HttpRouteKey.with(path, method as HttpMethod) : HttpRouteKey.DEFAULT;
};

const { GET, HEAD, POST, PUT, PATCH, DELETE } = CorsHttpMethod;

/** Lists the methods and headers that browsers may send, and the headers that pages may read. */
const cors = (origins: string[]): CorsPreflightOptions => ({
  allowOrigins: origins,
  allowMethods: [GET, HEAD, POST, PUT, PATCH, DELETE],
  allowHeaders: ['content-type', 'authorization', 'if-match', 'if-none-match', 'idempotency-key', 'prefer'],
  exposeHeaders: [
    ...['etag', 'link', 'location', 'retry-after', 'idempotency-replayed', 'preference-applied'],
    ...['x-total-count', 'accept-patch', 'accept-post', 'allow'],
  ],
  maxAge: Duration.hours(1),
});

/** HTTP API with a function for each route of the route table, and its routes. */
export class ServiceApi extends Construct {
  readonly httpApi: HttpApi;
  readonly stage: Stage;
  /** Functions of the API. The construct id of each function is the name of its route. */
  readonly handlers: readonly HandlerFunction[];

  constructor(scope: Construct, id: string, { table, bundles, settings, key }: ServiceApiProps) {
    super(scope, id);
    const { issuer, audience = [], domain, origins } = settings;
    const httpApi = new HttpApi(this, 'HttpApi', {
      apiName: Stack.of(this).stackName,
      createDefaultStage: false,
      corsPreflight: cors(origins),
      disableExecuteApiEndpoint: domain !== undefined,
    });
    const authorizer = issuer && new HttpJwtAuthorizer('Tokens', issuer, { jwtAudience: audience });
    if (!authorizer) Annotations.of(this).addWarningV2(OPEN_TO_ALL.id, OPEN_TO_ALL.text);

    // The id has the older word, because another id would replace the role.
    const invokeRole = new Role(this, 'Caller', { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
    this.handlers = Object.entries<Route>(routes).map(([name, route]) => {
      const handler = new HandlerFunction(this, name, { route, bundle: join(bundles, name), table, settings, key });
      const integration = new HandlerIntegration(name, handler.target, invokeRole);
      const authorizationScopes = scopesOf(route, settings);
      const guard = authorizer && authorizationScopes.length > 0 && { authorizer, authorizationScopes };
      for (const routeKey of routeKeysOf(route)) {
        const id = routeKey === route.routeKey ? `${name}Route` : `${name}HeadRoute`;
        new HttpRoute(this, id, { httpApi, integration, routeKey: toRouteKey(routeKey), ...guard });
      }
      return handler;
    });
    const invoke = new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      // Always allows function and alias: while a deployment changes `canary`, routes call either of the two.
      resources: this.handlers.flatMap(({ function: { functionArn } }) => [functionArn, `${functionArn}:${aliasName}`]),
    });
    invokeRole.addManagedPolicy(new ManagedPolicy(this, 'Invoke', { statements: [invoke] }));
    this.httpApi = httpApi;
    const reference = this.node.findChild('getReferenceRoute');
    this.stage = new Stage(this, 'Stage', { httpApi, reference, settings, key });
  }
}
