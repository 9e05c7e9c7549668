import { randomUUID } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { resources } from '../../../functions/resources';
import { ALARM_METRICS, HEADER_BYTES, LOG_BYTES } from '../../../lib/cost/bill';
import { COMPRESSED_SIZE } from '../../../lib/cost/budget';
import { runCost } from '../../../lib/cost/command';
import { creatorOf } from '../../support/every-resource';
import type { HttpResult } from '../../support/http';
import { testUnchanged } from '../../support/project/added-resources';
import { useService } from '../../support/service';
import { readText } from '../../support/sources';
import { templateOf } from '../../support/stack';

const { ask, lineOf } = useService();
const { create, requestFor } = creatorOf({ ask });

const printBill = async (...args: string[]) => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await runCost([...args, '--users', '100k']);
  const printed = write.mock.calls.join('');
  write.mockRestore();
  return printed;
};

// The documents state the bills without the alarms of other resources.
testUnchanged('the bill of 10 million requests is the one in the README', async () => {
  expect(readText('lib/cost/README.md')).toContain(await printBill('--requests', '10M'));
});

testUnchanged.each(['10M', '100M', '1G'])('both bills of %s requests are those of the runbook', async (requests) => {
  const totalsOf = async (...options: string[]) =>
    (await printBill('--requests', requests, ...options)).trim().split(/ {2,}/).slice(-6).map(Number);
  const [gateway = 0, functions = 0, , , , onDemand = 0] = await totalsOf();
  const [, , , , , provisioned = 0] = await totalsOf('--utilization', '50');
  const dollars = [onDemand, provisioned, gateway + functions].map((sum) => Math.round(sum).toLocaleString('en-US'));
  expect(readText('lib/deploy/RUNBOOKS.md')).toContain(`| ${[requests, ...dollars].join(' | ')} |`);
});

test('the bill counts the metrics of all alarms', () => {
  const alarms = templateOf({ stage: 'prod' }).each('CloudWatch::Alarm');
  const metrics = alarms.flatMap(({ Properties: { Metrics = [{ MetricStat: {} }] } }) => Metrics);
  expect(metrics.filter(({ MetricStat }) => MetricStat)).toHaveLength(ALARM_METRICS);
});

test.each([
  ...['0', '101'].map((text) => ['utilization', text, 'a percentage from 1 to 100']),
  ...['10m', '-5', '1.5', '1e3'].map((text) => ['requests', text, 'a whole number such as 250, 100k or 1.5M']),
])('--%s %s is refused with what is allowed', async (name, text, allowed) => {
  await expect(runCost([`--${name}=${text}`])).rejects.toThrow(`--${name} is ${text}; allowed: ${allowed}`);
});

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
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Bytes of a response before its body, in HTTP/1.1. Leaves out the headers that only a server of Node adds. */
const headBytes = ({ headers }: HttpResult) =>
  Object.entries(headers)
    .filter(([name]) => name !== 'connection' && name !== 'keep-alive')
    .reduce((bytes, [name, value]) => bytes + `${name}: ${value}\r\n`.length, 'HTTP/1.1 200 OK\r\n\r\n'.length);

/** Expects a figure of the bill to be at least what is measured, and at most a ninth more. */
const expectCovers = (figure: number, measured: number) => {
  expect(measured).toBeLessThanOrEqual(figure);
  expect(measured).toBeGreaterThan(0.9 * figure);
};

test('the bill counts as many bytes for log lines and headers as the usual requests have', async () => {
  const responses: [line: string, response: HttpResult][] = [];
  for (const resource of resources) {
    const { id, path } = await create(resource);
    const created = await ask(`POST ${resource.path}`, { body: await requestFor(resource, 'create') });
    responses.push([`POST ${resource.path}`, created]);
    for (const line of [`GET ${resource.path}?limit=1`, `GET ${path}`, `DELETE ${path}`])
      responses.push([line.replace(/\?.+/, '').replace(id, '{id}'), await ask(line)]);
  }
  const lines = await Promise.all(responses.map(([, response]) => lineOf(response)));
  expectCovers(
    LOG_BYTES.line,
    average(lines.map((line) => countedBytes(JSON.stringify({ ...line, initMs: undefined })))),
  );
  expectCovers(LOG_BYTES.access, average(responses.map((response) => countedBytes(accessLineOf(...response)))));
  expectCovers(HEADER_BYTES, average(responses.map(([, response]) => headBytes(response))));
});

test('the bill counts as many bytes for a compressed page as a page of prose has', () => {
  const folders = ['', 'functions/', 'functions/kit/table/', 'functions/kit/dynamodb/', 'lib/stack/', 'lib/deploy/'];
  const prose = folders.map((folder) => readText(`${folder}README.md`)).join('\n');
  const contents = Array.from({ length: 50 }, (_, index) => prose.slice(index * 850, (index + 1) * 850));
  expect(contents.at(-1)).toHaveLength(850);
  const page = JSON.stringify(contents.map((content) => ({ id: randomUUID(), title: content.slice(0, 40), content })));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  for (const compressed of [brotliCompressSync(page, { params }), gzipSync(page, { level: 1 })])
    expectCovers(COMPRESSED_SIZE, Number((compressed.length / Buffer.byteLength(page)).toFixed(2)));
});
