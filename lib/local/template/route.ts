import { account, isRecord, type LocalResources, region } from './intrinsics';
import { isGranted, readFunctionPolicy, readRolePolicies } from './policy';

export type LocalRoute = ReturnType<typeof readRoute>;
/**
 * JWT authorizer of a route. A token must name the issuer, one of the audiences and one of the scopes. An empty list of
 * scopes admits every token of the issuer and audience.
 */
export type JwtAuthorizer = NonNullable<ReturnType<typeof readAuthorizer>>;

const readAuthorizer = (route: Record<string, unknown>, resources: LocalResources) => {
  const { AuthorizationType: type = 'NONE', AuthorizerId: id, AuthorizationScopes: scopes } = route;
  if (type === 'NONE') return undefined;
  if (type !== 'JWT') throw new Error(`${route.RouteKey} has AuthorizationType ${type}; allowed: NONE and JWT`);
  const { JwtConfiguration: jwt, IdentitySource: source } = resources.propertiesOf(id);
  if (!isRecord(jwt) || String(source) !== '$request.header.Authorization')
    throw new Error(`${route.RouteKey} has an authorizer that reads ${source}; allowed: $request.header.Authorization`);
  return {
    issuer: String(jwt.Issuer),
    audience: [jwt.Audience].flat().map(String),
    scopes: [scopes ?? []].flat().map(String),
  };
};

/** Reads a route, its integration and its authorizer. `properties` are those of the route. */
export const readRoute = (properties: Record<string, unknown>, resources: LocalResources) => {
  const routeKey = String(properties.RouteKey);
  const integration = resources.propertiesOf(String(properties.Target).split('/').at(-1));
  if (integration.IntegrationType !== 'AWS_PROXY' || integration.PayloadFormatVersion !== '2.0') {
    throw new Error(
      `${routeKey} has integration ${integration.IntegrationType} ${integration.PayloadFormatVersion}; allowed: AWS_PROXY 2.0`,
    );
  }
  const arn = String(integration.IntegrationUri);
  const routeArn = `arn:aws:execute-api:${region}:${account}:${properties.ApiId}/$default/${routeKey.replace(' ', '')}`;
  // Without a role of the integration, the function itself must let the API call it.
  const [policy, resource] = integration.CredentialsArn
    ? [readRolePolicies(integration.CredentialsArn, resources), arn]
    : [readFunctionPolicy(arn, resources), routeArn];
  return {
    routeKey,
    // Takes the id of the function from the ARN. The ARN of an alias has the name of the alias as one more part.
    functionId: arn.split(':')[6] ?? '',
    timeoutMs: Number(integration.TimeoutInMillis ?? 30_000),
    authorizer: readAuthorizer(properties, resources),
    /** True when the API may invoke the function. */
    isPermitted: isGranted(policy, 'lambda:InvokeFunction', resource),
  };
};
