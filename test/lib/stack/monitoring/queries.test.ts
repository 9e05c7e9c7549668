import { startGuardedServices } from '../../../support/auth/guarded';
import { bearer } from '../../../support/auth/tokens';
import type { HttpResult } from '../../../support/http';
import { until } from '../../../support/local/wire';
import { accessLineOf } from '../../../support/logs-insights/access-line';
import type { Line } from '../../../support/logs-insights/parser';
import { runQuery } from '../../../support/logs-insights/query';
import { readText } from '../../../support/sources';
import { templateOf } from '../../../support/stack';

const template = templateOf();
const guarded = startGuardedServices();

/** Queries in the text of the README, by their titles. */
const inReadme = Object.fromEntries(
  [...readText('lib/stack/README.md').matchAll(/^(.+):\n\n```\n((?:fields|filter)[^`]+)\n```$/gm)].map(
    ([, title = '', query = '']) => [title, query],
  ),
);

type LogWidget = { readonly type: string; readonly properties: { readonly title: string; readonly query: string } };

/** Returns the queries of the dashboard, each without the names of its log groups. */
const widgetsIn = (body: string) => {
  const widgets: LogWidget[] = JSON.parse(body).widgets;
  return widgets
    .filter(({ type }) => type === 'log')
    .map(({ properties: { title, query } }) => {
      const commands = query.split(/\s*\|\s*/);
      return {
        title,
        sources: commands.filter((command) => command.startsWith('SOURCE')),
        query: commands.filter((command) => !command.startsWith('SOURCE')).join(' | '),
      };
    });
};

const [, parts] = template.one('CloudWatch::Dashboard').DashboardBody['Fn::Join'];
const widgets = widgetsIn(parts.map((part: unknown) => (typeof part === 'string' ? part : 'a-reference')).join(''));
const onDashboard = (title: string) => widgets.find((widget) => widget.title === title)?.query;

let deleted = '';
let refused = '';
let lines: Line[] = [];
const run = (query = '') => runQuery(query, lines);

beforeAll(async () => {
  const responses: [line: string, response: HttpResult][] = [];
  const ask = async (line: string, sub: string, body?: object) => {
    const response = await guarded.ask(line, bearer(await guarded.key.sign({ sub })), { body });
    responses.push([line, response]);
    return response;
  };
  const created = await ask('POST /posts', 'ada', { title: 'Hello' });
  deleted = String(created.body.id);
  await ask(`GET /posts/${deleted}`, 'ada');
  await ask(`DELETE /posts/${deleted}`, 'bob');
  refused = String((await ask('POST /posts', 'ada', { titel: 'Hello' })).headers['apigw-requestid']);
  const last = await ask('GET /api/v1/users', 'ada');
  await until(() => guarded.lines.some(({ requestId }) => requestId === last.headers['apigw-requestid']));
  const accessLines = responses.map(([line, response]) => JSON.parse(accessLineOf(template, line, response)));
  const found = (log: string) => (line: Line) => ({
    ...line,
    '@timestamp': Date.now(),
    '@log': log,
    '@message': JSON.stringify(line),
  });
  lines = [...guarded.lines.map(found('function')), ...accessLines.map(found('access'))];
});

describe('the queries of the dashboard', () => {
  test('are four, and run on the logs of all functions', () => {
    expect(widgets.map(({ title }) => title)).toEqual([
      'Units and dollars by route',
      'Cold starts by route',
      'Errors by code',
      'Slowest requests',
    ]);
    for (const { sources } of widgets) expect(sources).toHaveLength(template.each('Lambda::Function').length);
  });

  test('find the slowest requests, which are all requests here', () => {
    const found = run(onDashboard('Slowest requests')).map(({ ms }) => Number(ms));
    expect(found).toHaveLength(5);
    expect(found).toEqual([...found].sort((one, other) => other - one));
  });

  test('count errors by code', () => {
    expect(run(onDashboard('Errors by code'))).toEqual([
      { status: 400, code: 'invalid-body', route: 'POST /posts', requests: 1 },
    ]);
  });

  test('add up units and dollars by route', () => {
    const found = run(onDashboard('Units and dollars by route'));
    expect(found).toHaveLength(4);
    expect(found).toContainEqual({ route: 'POST /posts', reads: 0, writes: 2, dollars: expect.any(Number) });
    expect(found).toContainEqual({ route: 'DELETE /posts/{id}', reads: 1, writes: 1, dollars: expect.any(Number) });
    const ofDeletion = (each: readonly Line[]) => each.find(({ route }) => route === 'DELETE /posts/{id}');
    const seconds = Number(ofDeletion(guarded.lines)?.ms) / 1000;
    // A request at the gateway and at the function, half a GB for its time, a read unit and a write unit.
    const dollars = 1e-6 + 0.2e-6 + 0.5 * seconds * 0.000_013_333_4 + 0.125e-6 + 0.625e-6;
    expect(ofDeletion(found)?.dollars).toBeCloseTo(dollars, 10);
  });

  test('count cold starts by route', () => {
    const starts = run(onDashboard('Cold starts by route'));
    expect(starts).toContainEqual({ route: 'POST /posts', starts: 1, requests: 2, slowestMs: expect.any(Number) });
  });
});

describe('the queries of the README', () => {
  test('are three', () => {
    expect(Object.keys(inReadme)).toHaveLength(3);
  });

  test('find one request in the log of its function and in the access log', () => {
    const query = inReadme['One request, by its id']?.replace(/"[^"]+"/, `"${refused}"`);
    expect(run(query).map((line) => line['@log'])).toEqual(['function', 'access']);
  });

  test('say who deleted a post', () => {
    const query = inReadme['Who deleted a post, on a stage with an issuer']?.replace(/[\da-f-]{36}/, deleted);
    const caller = expect.stringMatching(/^[\w-]{22}$/);
    expect(run(query)).toEqual([expect.objectContaining({ route: 'DELETE /posts/{id}', caller, status: 204 })]);
  });

  test('name the busiest callers of guarded routes', () => {
    expect(run(inReadme['The five busiest callers']).map(({ requests }) => requests)).toEqual([3, 1]);
  });
});

test.each([
  ['filter ispresent(codes)', 'No line has codes'],
  ['fields ms, statuss', 'No line has statuss'],
  ['stats median(ms) by route', 'Logs Insights has no aggregate median'],
  ['where status > 400', 'Logs Insights has no command where'],
])('a query with a mistake does not run: %s', (query, message) => {
  expect(() => run(query)).toThrow(message);
});
