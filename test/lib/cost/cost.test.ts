import * as v from 'valibot';
import * as siteRoutes from '../../../functions/kit/site/routes';
import { resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { billOf, HEADER_BYTES, LOG_BYTES, preflight } from '../../../lib/cost/bill';
import { runCost } from '../../../lib/cost/command';
import { prices } from '../../../lib/stack/prices';
import { Settings } from '../../../lib/stack/settings';
import type { HttpResult } from '../../support/http';
import { testUnchanged } from '../../support/project/project';
import { useService } from '../../support/service';
import { readText } from '../../support/sources';
import { templateOf } from '../../support/stack';

const { ask, create, requestFor, lineOf } = useService();

const printed = async (...parameters: readonly string[]) => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await runCost(parameters);
  const text = write.mock.calls.join('');
  write.mockRestore();
  return text;
};

testUnchanged('the bill of 10 million requests is the one in the README, as are the cold starts of few', async () => {
  const readme = readText('lib/cost/README.md');
  expect(/\$ npm run -s cost\n([^`]+)/.exec(readme)?.[1]).toBe(await printed());
  for (const [, perMinute, each, one] of readme.matchAll(/^ {2}\| (\d+) \| (.+ %) \| (.+ %) \|$/gm)) {
    const text = await printed('--requests', `${Number(perMinute) * 60 * 24 * 30}`);
    expect(text).toContain(`${each}; with one function for all routes ${one}\n`);
  }
});

/** Makes a row of lib/deploy/README.md: dollars on demand, with half of provisioned units, and of gateway and functions. */
const rowOf = async (requests: string) => {
  const bills = [await printed('--requests', requests), await printed('--requests', requests, '--utilization', '50')];
  const totals = bills.map((bill) => bill.match(/(?<=^total .*)[\d.]+/gm)?.map(Number) ?? []);
  const [gateway = 0, lambda = 0] = totals[0] ?? [];
  const dollars = [...totals.map((amounts) => amounts.at(-1) ?? 0), gateway + lambda].map(Math.round);
  return `| ${[requests, ...dollars.map((amount) => amount.toLocaleString('en-US'))].join(' | ')} |`;
};

testUnchanged('the bills and the limits in the other READMEs are those of npm run cost', async () => {
  const rows = [await rowOf('10M'), await rowOf('100M'), await rowOf('1G')];
  expect(readText('lib/deploy/README.md').match(/^\| \d+[MG] (\| [\d,]+ ){3}\|/gm)).toEqual(rows);
  expect(/million requests a month cost about (\d+) /.exec(readText('README.md'))?.[1]).toBe(rows[0]?.split(' | ')[1]);
  // Computed by hand for 1G, from AWS's prices of a million requests or units, of GB-seconds and of GB.
  const functions = 300 * 1 + 700 * 0.9 + 1000 * 0.2 + 3_847_970 * 0.000_013_333_4;
  // Stored items, two kinds of logs, metrics of alarms, and responses.
  const others = 2.33 * (0.25 + 0.2) + 195.58 * 0.5 + 206.75 * 0.25 + 21 * 0.1 + 6381.87 * 0.09;
  const onDemand = 2155 * 0.125 + 962.5 * 0.625;
  // Prices of a unit for an hour, half of which is used.
  const provisioned = (2155e6 * 0.000_13 + 962.5e6 * 0.000_65) / 3600 / 0.5;
  const dollars = [functions + others + onDemand, functions + others + provisioned, functions];
  expect(rows[2]?.replaceAll(',', '')).toBe(`| 1G | ${dollars.map(Math.round).join(' | ')} |`);
  const [, idle] = billOf({ requests: 1, items: 0 }).at(-1) ?? [];
  expect(readText('lib/deploy/FIRST-DEPLOYMENT.md')).toContain(` alarms for ${idle?.CloudWatch} dollars a month.`);
  // Three of four requests are about posts, and 9 % create one.
  const rates = [1000, 4000 / 2.155, 3000 / 2.155 / 0.75, 4000 / 0.9625, 500 / 0.09].map(Math.round);
  const inReadme = readText('lib/deploy/README.md').matchAll(/^\| \D+ \| ([\d,]{5}) \|/gm);
  expect([...inReadme].map(([, rate = '']) => Number(rate.replace(',', '')))).toEqual(rates);
});

test('both READMEs name the cost of the worst hour of a stage without settings', () => {
  const { throttle, maxUnits } = v.parse(Settings, {});
  const { gateway, lambda, transfer, dynamodb } = prices;
  const { MemorySize = 0, Timeout = 0 } = { ...templateOf().each('Lambda::Function')[0]?.Properties };
  const duration = (MemorySize / 1024) * Timeout * lambda.perGigabyteSecond;
  const perRequest = 4 * gateway.perRequest + duration + (2 / 1024) * transfer.perGigabyteOut;
  const perSecond = throttle.rate * perRequest + 2 * maxUnits * (dynamodb.perReadUnit + dynamodb.perWriteUnit);
  for (const file of ['README.md', 'lib/cost/README.md'])
    expect(readText(file)).toContain(`costs about ${Number((3600 * perSecond).toPrecision(1))} dollars`);
});

test('npm run cost names each route that is not of the site, in the bill or among those that the bill leaves out', async () => {
  const text = await printed();
  for (const name of Object.keys(routes).filter((each) => !(each in siteRoutes)))
    expect(text).toMatch(new RegExp(`^(left out: .*)?\\b${name}\\b`, 'm'));
});

test('the bill counts the metrics of all alarms', () => {
  const alarms = templateOf({ stage: 'prod' }).each('CloudWatch::Alarm');
  const metrics = alarms.flatMap(({ Properties: { Metrics = [{ MetricStat: {} }] } }) => Metrics);
  const [, fixed] = billOf({ requests: 1, items: 0 }).at(-1) ?? [];
  const charged = metrics.filter(({ MetricStat }) => MetricStat).length;
  expect(fixed?.CloudWatch).toBeCloseTo(charged * prices.cloudwatch.perAlarmMetricMonth);
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

testUnchanged('the bill counts as many bytes for log lines and headers as the usual requests have', async () => {
  const responses: [line: string, response: HttpResult][] = [];
  for (const resource of resources) {
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
  expectCovers(HEADER_BYTES + preflight.responseBytes, [headBytes(answered)]);
});
