import { Duration } from 'aws-cdk-lib';
import { CorsHttpMethod, type CorsPreflightOptions } from 'aws-cdk-lib/aws-apigatewayv2';

const { GET, HEAD, POST, PUT, PATCH, DELETE } = CorsHttpMethod;

/** Lists the methods and headers that browsers may send, and the headers that pages may read. */
export const cors = (origins: string[]): CorsPreflightOptions => ({
  allowOrigins: origins,
  allowMethods: [GET, HEAD, POST, PUT, PATCH, DELETE],
  allowHeaders: ['content-type', 'authorization', 'if-match', 'if-none-match', 'idempotency-key', 'prefer'],
  exposeHeaders: [
    ...['etag', 'link', 'location', 'retry-after', 'idempotency-replayed', 'preference-applied'],
    ...['x-total-count', 'accept-patch', 'accept-post', 'allow'],
  ],
  maxAge: Duration.hours(1),
});
