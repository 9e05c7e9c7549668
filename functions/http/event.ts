import type {
  APIGatewayEventRequestContextJWTAuthorizer,
  APIGatewayEventRequestContextV2,
  APIGatewayProxyEventV2WithRequestContext,
} from 'aws-lambda';

type Context = APIGatewayEventRequestContextV2 & {
  /** On a stage with authentication: what the token says of the caller. */
  readonly authorizer?: APIGatewayEventRequestContextJWTAuthorizer;
};

/** What the gateway says of a request. */
export type Event = APIGatewayProxyEventV2WithRequestContext<Context>;

/** What a client says, out of that. */
export type Asked = Pick<Event, 'headers' | 'pathParameters' | 'rawQueryString' | 'body' | 'isBase64Encoded'> & {
  readonly requestContext?: Pick<Context, 'authorizer'>;
};
