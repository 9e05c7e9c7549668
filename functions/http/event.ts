import type {
  APIGatewayEventRequestContextJWTAuthorizer,
  APIGatewayEventRequestContextV2,
  APIGatewayProxyEventV2,
} from 'aws-lambda';

type Context = Pick<APIGatewayEventRequestContextV2, 'domainName' | 'requestId'> & {
  readonly http: Pick<APIGatewayEventRequestContextV2['http'], 'method'>;
  /** On a stage with authentication: what the token says of the caller. */
  readonly authorizer?: APIGatewayEventRequestContextJWTAuthorizer;
};

/** What a client says. */
export type Asked = Pick<
  APIGatewayProxyEventV2,
  'headers' | 'pathParameters' | 'rawQueryString' | 'body' | 'isBase64Encoded'
> & { readonly requestContext?: Pick<Context, 'authorizer'> };

/** What the gateway says of a request, as far as it is read here. */
export type Event = Asked & Pick<APIGatewayProxyEventV2, 'routeKey' | 'rawPath'> & { readonly requestContext: Context };
