import { randomUUID } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { HEADER_BYTES, LOG_BYTES } from '../../../lib/cost/bill';
import { COMPRESSED_SIZE } from '../../../lib/cost/budget';
import type { HttpResult } from '../../support/http';
import { useService } from '../../support/service';
import { readText } from '../../support/sources';
import { templateOf } from '../../support/stack';

const template = templateOf();
const { ask, post, user, lineOf } = useService();

/** Returns the line that API Gateway writes to the access log for a response. */
const accessLineOf = (routeKey: string, { status, headers, text }: HttpResult): string => {
  const values: Readonly<Record<string, string>> = {
    requestId: String(headers['apigw-requestid']),
    requestTime: '24/Nov/2026:04:44:55 +0000',
    routeKey,
    status: String(status),
    responseLength: String(Buffer.byteLength(text)),
    responseLatency: '12',
    integrationStatus: String(status),
  };
  const { Format } = template.one('ApiGatewayV2::Stage').AccessLogSettings;
  return Format.replace(/\$context\.(\w+)/g, (_: string, name: string) => values[name] ?? '-');
};

/** Bytes that CloudWatch counts for a line. */
const countedBytes = (line: string) => Buffer.byteLength(line) + 26;
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Bytes of a response before its body, in HTTP/1.1. Leaves out the headers that only a server of Node adds. */
const headBytes = ({ headers }: HttpResult) =>
  Object.entries(headers)
    .filter(([name]) => name !== 'connection' && name !== 'keep-alive')
    .reduce((bytes, [name, value]) => bytes + `${name}: ${value}\r\n`.length, 'HTTP/1.1 200 OK\r\n\r\n'.length);

test('the bill counts as many bytes for log lines and headers as the usual requests have', async () => {
  const { id } = await user();
  await post();
  const created = await ask('POST /posts', { body: { title: 'A title', userId: id } });
  const path = `/posts/${created.body.id}`;
  const responses: [line: string, response: HttpResult][] = [['POST /posts', created]];
  for (const line of ['GET /posts?limit=1', `GET ${path}`, `GET /api/v1/users/${id}`, `DELETE ${path}`])
    responses.push([line.replace(/\?.+/, '').replace(/[\da-f-]{36}/, '{id}'), await ask(line)]);
  const lines = await Promise.all(responses.map(([, response]) => lineOf(response)));
  const functionBytes = average(lines.map((line) => countedBytes(JSON.stringify(line))));
  const accessBytes = average(responses.map((response) => countedBytes(accessLineOf(...response))));
  const headerBytes = average(responses.map(([, response]) => headBytes(response)));
  expect(functionBytes).toBeLessThanOrEqual(LOG_BYTES.line);
  expect(functionBytes).toBeGreaterThan(0.9 * LOG_BYTES.line);
  expect(accessBytes).toBeLessThanOrEqual(LOG_BYTES.access);
  expect(accessBytes).toBeGreaterThan(0.9 * LOG_BYTES.access);
  expect(headerBytes).toBeLessThanOrEqual(HEADER_BYTES);
  expect(headerBytes).toBeGreaterThan(0.9 * HEADER_BYTES);
});

test('the bill counts as many bytes for a compressed page as a page of prose has', () => {
  const prose = [
    'README.md',
    'functions/README.md',
    'functions/table/README.md',
    'functions/dynamodb/README.md',
    'lib/stack/README.md',
    'lib/deploy/README.md',
    'lib/local/README.md',
  ]
    .map(readText)
    .join('\n');
  const contents = Array.from({ length: 50 }, (_, index) => prose.slice(index * 850, (index + 1) * 850));
  const page = JSON.stringify(contents.map((content) => ({ id: randomUUID(), title: content.slice(0, 40), content })));
  expect(contents.at(-1)).toHaveLength(850);
  const { BROTLI_PARAM_QUALITY } = constants;
  const sizes = [brotliCompressSync(page, { params: { [BROTLI_PARAM_QUALITY]: 1 } }), gzipSync(page, { level: 1 })].map(
    ({ length }) => length / Buffer.byteLength(page),
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(COMPRESSED_SIZE);
  expect(Math.min(...sizes)).toBeGreaterThan(0.9 * COMPRESSED_SIZE);
});
