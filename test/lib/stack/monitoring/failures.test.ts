import { buildResponse } from '../../../../functions/kit/http/response';
import { respond } from '../../../../functions/kit/lambda/respond';
import { handler as fallback } from '../../../../functions/kit/site/fallback';
import { parseItems } from '../../../../functions/kit/table/item';
import { serviceName } from '../../../../lib/root';
import { everySetting, templateOf } from '../../../support/stack';
import { eventOf, invoke } from '../../../support/unit/event';
import { mockTable } from '../../../support/unit/table';

const full = templateOf(everySetting);
const table = mockTable();

/** Returns the pattern by which a metric counts lines of the log of the functions. */
const patternOf = (MetricName: string): string => {
  const filters = full.each('Logs::MetricFilter').map(({ Properties }) => Properties);
  const counted = { MetricName, MetricNamespace: `${serviceName}-prod`, MetricValue: '1' };
  const [filter, ...others] = filters.filter(({ MetricTransformations: [is] }) => is.MetricName === MetricName);
  const { LogGroup } = full.each('Lambda::Function')[0]?.Properties.LoggingConfig ?? {};
  expect([filter.LogGroupName, filter.MetricTransformations, others]).toEqual([LogGroup, [counted], []]);
  return filter.FilterPattern;
};

/** Tells whether a line matches a term such as `($.b.c = "d")`. */
const matchesTerm = (term: string, line: unknown) => {
  const [, path = '', operator, value = ''] = /^\(?\$\.([\w.]+) (=|>=) (\d+|"[$\w]+")\)?$/.exec(term) ?? [];
  const found = path.split('.').reduce((part, name) => Object(part)[name], line);
  return operator === '=' ? found === JSON.parse(value) : Number(found) >= JSON.parse(value);
};

/** Tells whether a line matches a pattern such as `{ ($.a >= 1) || ($.b.c = "d") }`, or one with `&&`. */
const matches = (pattern: string, line: unknown) => {
  const text = pattern.slice(2, -2);
  if (text.includes(' && ')) return text.split(' && ').every((term) => matchesTerm(term, line));
  return text.split(' || ').some((term) => matchesTerm(term, line));
};

/** Returns a line as Lambda's guide says that it is stored (Log-level filtering): without its time or a level, it is INFO. */
const storedOf = (line: { readonly timestamp?: string; readonly level?: string }) => {
  const isTimed = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(line.timestamp ?? '');
  if (isTimed && /^(TRACE|DEBUG|INFO|WARN|ERROR|FATAL)$/.test(line.level ?? '')) return line;
  return { ...line, timestamp: '2026-11-20T12:00:00.000Z', level: 'INFO' };
};

/** Line of Lambda about an invocation, as in the schema of its Telemetry API. */
const report = (type: string, status: string) => ({ type: `platform.${type}`, record: { requestId: '1', status } });

test('each failure, and no other line of the log, is counted', async () => {
  const answer = (respondTo: Parameters<typeof respond>[0]) => invoke(respond(respondTo), eventOf('GET /api/v1/users'));
  await answer(() => Promise.reject(new TypeError('A bug')));
  parseItems({ model: {}, members: new Map() }, [{ malformed: true }]);
  for (const status of [200, 404, 503]) await answer(async () => buildResponse(status, {}));
  // Lambda may or may not treat lines of others than `console` so.
  const lines = table.logged();
  const [broken, answered] = [lines.slice(0, 2), lines.slice(2)].map((some) => [...some, ...some.map(storedOf)]);
  const reports = [report('report', 'timeout'), report('runtimeDone', 'error'), report('report', 'failure')];
  const failures = [...(broken ?? []), ...reports];
  const others = [...(answered ?? []), report('report', 'success')];
  const pattern = patternOf('Failures');
  expect([...failures, ...others].filter((line) => matches(pattern, line))).toEqual(failures);
});

test('only what $default refuses counts as an unknown path: no preflight, no redirect, no list of methods', async () => {
  const headers = { origin: 'https://pages.example', 'access-control-request-method': 'PUT' };
  const lines = ['OPTIONS /docs', 'GET /docs/', 'GET /nothing', 'POST /docs', 'OPTIONS /nothing'];
  for (const line of lines) await invoke(fallback, { ...eventOf(line), routeKey: '$default' });
  await invoke(fallback, { ...eventOf('OPTIONS /nothing', { headers }), routeKey: '$default' });
  // A known path, of a resource that is not there.
  await invoke(
    respond(async () => buildResponse(404, {})),
    eventOf('GET /api/v1/users'),
  );
  const pattern = patternOf('UnknownPaths');
  const counted = table.logged().filter((line) => matches(pattern, line));
  expect([table.logged().length, counted.map(({ status }) => status)]).toEqual([7, [404, 405, 404]]);
});
