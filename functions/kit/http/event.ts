import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';

type FullContext = APIGatewayProxyEventV2WithJWTAuthorizer['requestContext'];

type EventContext = Pick<FullContext, 'domainName' | 'requestId'> & {
  readonly http: Pick<FullContext['http'], 'method'>;
  /** Claims of the caller's token, on a stage with authentication. */
  readonly authorizer?: { readonly jwt: Pick<FullContext['authorizer']['jwt'], 'claims'> };
};

/** Parts of API Gateway's event (payload format 2.0) that the functions read. */
export type ApiEvent = Pick<
  APIGatewayProxyEventV2,
  'headers' | 'pathParameters' | 'rawQueryString' | 'body' | 'isBase64Encoded' | 'routeKey' | 'rawPath'
> & { readonly requestContext: EventContext };

/** Scheme and host that the client used. */
export const originOf = ({ headers, requestContext }: ApiEvent) =>
  `${headers['x-forwarded-proto'] === 'http' ? 'http' : 'https'}://${headers.host ?? requestContext.domainName}`;

export type WithToken = { readonly requestContext: Pick<ApiEvent['requestContext'], 'authorizer'> };

/** Returns the claims of the token, which the gateway gives as texts. Has no prototype, because a name can be `constructor`. */
export const tokenOf = ({ requestContext }: WithToken): Readonly<Record<string, unknown>> => ({
  __proto__: null,
  ...requestContext.authorizer?.jwt.claims,
});
