import { join } from 'node:path';
import { Duration, Stack } from 'aws-cdk-lib';
import * as gateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { pluralOf, type Route, routeKeysOf, scopesOf, verbOf } from '../../functions/kit/http/route';
import { createExecutionRoles } from './execution-roles';
import type { FunctionProps } from './function';
import { createFunctionRoles } from './function-roles';
import { HandlerFunction, type SharedProps } from './handler';
import { logProps } from './settings';
import { Stage } from './stage';

export type ServiceApiProps = SharedProps & {
  /** Folder with a subfolder for each bundle. A subfolder has the name of its route. */
  readonly bundles: string;
  readonly routes: Readonly<Record<string, Route>>;
  /** Region of the stack. */
  readonly region?: string;
};

const toRouteKey = (routeKey: string) => {
  const [method = '', path = ''] = routeKey.split(' ');
  return path ? gateway.HttpRouteKey.with(path, method as gateway.HttpMethod) : gateway.HttpRouteKey.DEFAULT;
};

const { GET, HEAD, POST, PUT, PATCH, DELETE } = gateway.CorsHttpMethod;

/** Lists the methods and headers that browsers may send, and the headers that pages may read. */
const cors = (origins: string[], headers: readonly string[]): gateway.CorsPreflightOptions => ({
  allowOrigins: origins,
  allowMethods: [GET, HEAD, POST, PUT, PATCH, DELETE],
  allowHeaders: [
    ...new Set([
      ...['content-type', 'authorization', 'if-match', 'if-none-match', 'idempotency-key', 'prefer'],
      // Tracers and HTTP libraries in browsers add these. Without them, every preflight of such a page fails.
      ...['traceparent', 'tracestate', 'baggage', 'x-requested-with', 'cache-control'],
      ...headers,
    ]),
  ],
  exposeHeaders: [
    ...['etag', 'link', 'location', 'retry-after', 'idempotency-replayed', 'preference-applied'],
    ...['x-total-count', 'accept-patch', 'accept-post', 'allow', 'apigw-requestid', 'deprecation', 'sunset'],
  ],
  maxAge: Duration.hours(1),
});

/** Integration that invokes a function with a role of the API. */
class HandlerIntegration extends HttpLambdaIntegration {
  constructor(
    { node, target }: HandlerFunction,
    private readonly invoker: IRole,
  ) {
    super(node.id, target);
  }

  override bind(options: gateway.HttpRouteIntegrationBindOptions) {
    return { ...super.bind(options), credentials: gateway.IntegrationCredentials.fromRole(this.invoker) };
  }

  /** Adds no permission to the function, because CDK's permission of a route has a wildcard in its source. */
  protected override completeBind() {}
}

/** HTTP API with a function for each route of the route table, and its routes. */
export class ServiceApi extends Construct {
  readonly httpApi: gateway.HttpApi;
  readonly stage: Stage;
  /** Parts that all functions share, such as their log group. Its lines name the route or job. */
  readonly shared: FunctionProps;
  /** Functions of the API. The construct id of each function is the name of its route. */
  readonly handlers: readonly HandlerFunction[];

  constructor(scope: Construct, id: string, { bundles, routes, region, table, settings, key }: ServiceApiProps) {
    super(scope, id);
    const { issuer, audience = [], domain, origins } = settings;
    // AWS has announced IPv6 for all regions but those of China.
    const ipAddressType = gateway.IpAddressType[region?.startsWith('cn-') ? 'IPV4' : 'DUAL_STACK'];
    const ofRoutes = Object.values(routes).flatMap(({ headers = [] }) => headers.map((name) => name.toLowerCase()));
    const httpApi = new gateway.HttpApi(this, 'HttpApi', {
      apiName: Stack.of(this).stackName,
      createDefaultStage: false,
      corsPreflight: cors(origins, ofRoutes),
      disableExecuteApiEndpoint: domain !== undefined,
      ipAddressType,
    });
    const authorizer = issuer && new HttpJwtAuthorizer('Tokens', issuer, { jwtAudience: audience });

    const logGroup = new LogGroup(this, 'Log', logProps(settings, key));
    const roleOf = createExecutionRoles(new Construct(this, 'Roles'), { logGroup, settings });
    this.shared = { table, settings, logGroup, roleOf };
    // None of these roles has the id of one that named other functions before 3.3.0, because a role whose policy moves lacks
    // a function for a moment.
    const invokerOf = createFunctionRoles(new Construct(this, 'Callers'), {
      service: 'apigateway',
      actions: ['lambda:InvokeFunction'],
      // Takes six roles for any number of resources, and one for each resource with other routes on its members.
      roleIdOf: (route) => verbOf(route) ?? pluralOf(route),
    });
    this.handlers = Object.entries<Route>(routes).map(([name, route]) => {
      const handler = new HandlerFunction(this, name, { route, bundle: join(bundles, name), ...this.shared });
      const integration = new HandlerIntegration(handler, invokerOf(handler));
      const authorizationScopes = scopesOf(route, settings);
      const guard = authorizer && authorizationScopes.length > 0 && { authorizer, authorizationScopes };
      for (const routeKey of routeKeysOf(route)) {
        const id = routeKey === route.routeKey ? `${name}Route` : `${name}HeadRoute`;
        new gateway.HttpRoute(this, id, { httpApi, integration, routeKey: toRouteKey(routeKey), ...guard });
      }
      return handler;
    });
    this.httpApi = httpApi;
    const reference = this.node.findChild('getReferenceRoute');
    this.stage = new Stage(this, 'Stage', { httpApi, reference, ipAddressType, settings, key });
  }
}
