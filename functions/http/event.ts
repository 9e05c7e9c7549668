import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** What a client says, out of all that the gateway says of a request. */
export type Asked = Pick<
  APIGatewayProxyEventV2,
  'headers' | 'pathParameters' | 'rawQueryString' | 'body' | 'isBase64Encoded'
>;
