import type { Route } from '../../../functions/kit/http/route';
import { postsDocs } from '../../../functions/posts/docs';
import * as routes from '../../../functions/routes';
import { usersDocs } from '../../../functions/users/docs';
import { HEADER_BYTES, LOG_BYTES, preflight } from '../../../lib/cost/bill';
import type { HttpResult } from '../../support/http';
import { useService } from '../../support/service';
import { templateOf } from '../../support/stack';

/*
 * Measures the figures of lib/cost that hang on the length of names and values, by the requests of users and posts.
 */

const { ask, create, requestFor, lineOf } = useService();

/** Returns the line that API Gateway writes to the access log for a response. */
const accessLineOf = (routeKey: string, { status, headers, text }: HttpResult): string => {
  const [requestId, responseLength] = [headers['apigw-requestid'], Buffer.byteLength(text)];
  const request = { requestId, requestTime: '24/Nov/2026:04:44:55 +0000', routeKey };
  const values = { ...request, status, responseLength, responseLatency: 12, integrationStatus: status };
  const { Format } = templateOf().one('ApiGatewayV2::Stage').AccessLogSettings;
  return Format.replace(/\$context\.([\w.]+)/g, (_: string, name: string) => String(Reflect.get(values, name) ?? '-'));
};

/** Bytes that CloudWatch counts for a line. */
const countedBytes = (line: string) => Buffer.byteLength(line) + 26;

/** Bytes of a response before its body, in HTTP/1.1. Leaves out the headers that only a server of Node adds. */
const headBytes = ({ headers }: HttpResult) =>
  Object.entries(headers)
    .filter(([name]) => name !== 'connection' && name !== 'keep-alive')
    .reduce((bytes, [name, value]) => bytes + `${name}: ${value}\r\n`.length, 'HTTP/1.1 200 OK\r\n\r\n'.length);

/** Expects a figure of the bill to be at least the average of what is measured, and at most a ninth more. */
const expectCovers = (figure: number, values: readonly number[]) => {
  const measured = values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(measured).toBeLessThanOrEqual(figure);
  expect(measured).toBeGreaterThan(0.9 * figure);
};

test('the bill counts as many bytes for log lines and headers as the usual requests have', async () => {
  const responses: [line: string, response: HttpResult][] = [];
  for (const resource of [usersDocs, postsDocs]) {
    const { id, Path: path } = await create(resource);
    const body = await requestFor(resource, 'create');
    for (const line of [`POST ${resource.path}`, `GET ${resource.path}?limit=1`, `GET ${path}`, `DELETE ${path}`]) {
      const response = await ask(line, line.startsWith('POST') ? { body } : {});
      responses.push([line.replace(/\?.+/, '').replace(id, '{id}'), response]);
    }
  }
  const lines = await Promise.all(responses.map(([, response]) => lineOf(response)));
  const logged = lines.map((line) => countedBytes(JSON.stringify({ ...line, initMs: undefined })));
  expectCovers(LOG_BYTES.line, logged);
  const accessed = responses.map((response) => countedBytes(accessLineOf(...response)));
  expectCovers(LOG_BYTES.access, accessed);
  expectCovers(
    HEADER_BYTES,
    responses.map(([, response]) => headBytes(response)),
  );
  const headers = { origin: 'https://pages.example', 'access-control-request-method': 'PUT' };
  const answered = await ask('OPTIONS /', { headers });
  // The bill knows no headers of one's own.
  const ownBytes = Object.values<Route>(routes)
    .flatMap((route) => route.headers ?? [])
    .join(',').length;
  expectCovers(HEADER_BYTES + preflight.responseBytes, [headBytes(answered) - ownBytes]);
});
