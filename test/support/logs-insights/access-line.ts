import type { HttpResult } from '../http';
import type { StackTemplate } from '../stack';

/** Returns the access log line that API Gateway writes for a response, in the format that the stage of a template has. */
export const accessLineOf = (
  { one }: StackTemplate,
  routeKey: string,
  { status, headers, text }: HttpResult,
): string => {
  const values: Record<string, string> = {
    requestId: String(headers['apigw-requestid']),
    requestTime: '24/Nov/2026:04:44:55 +0000',
    routeKey,
    status: String(status),
    responseLength: String(Buffer.byteLength(text)),
    responseLatency: '12',
    integrationStatus: String(status),
  };
  const { Format } = one('ApiGatewayV2::Stage').AccessLogSettings;
  return Format.replace(/\$context\.(\w+)/g, (_: string, name: string) => values[name] ?? '-');
};
