import { indexNames } from '../../../../lib/models/indexes';
import { memoryMb } from '../../../../lib/stack/function';
import { bearer, startGuardedService } from '../../../support/auth/guarded';
import { bare, creatorOf } from '../../../support/creator';
import { aResource, describeFor } from '../../../support/declared';
import { readText } from '../../../support/sources';
import { templateOf } from '../../../support/stack';
import { until } from '../../../support/time';

const { entries, one } = templateOf({ dashboard: true });
const functions = entries('Lambda::Function');
const idOf = (type: string) => entries(type)[0]?.[0];

type Properties = { readonly title: string; readonly metrics: unknown[][]; readonly query: string };

const [, parts] = one('CloudWatch::Dashboard').DashboardBody['Fn::Join'];
const body = parts.map((part: string | { Ref: string }) => (typeof part === 'string' ? part : part.Ref)).join('');
const widgets: readonly { type: string; properties: Properties }[] = JSON.parse(body).widgets;
const widgetsOf = (wanted: string) => widgets.flatMap(({ type, properties }) => (type === wanted ? [properties] : []));

test('the charts of the dashboard show metrics that AWS emits without a fee and without a setting', () => {
  const row = (dimensions: readonly unknown[], label: string, stat = label) => [
    ...dimensions,
    expect.objectContaining({ label, stat }),
  ];
  /** Row for each function. The label is the key of the function's route. */
  const ofFunctions = (name: string, stat = 'Sum') =>
    functions.map(([id, { Properties }]) =>
      row(['AWS/Lambda', name, 'FunctionName', id], Properties.Description.split(': ')[0], stat),
    );
  const ofGateway = (name: string) => ['AWS/ApiGateway', name, 'ApiId', idOf('ApiGatewayV2::Api')];
  const ofTable = (name: string) =>
    row(['AWS/DynamoDB', name, 'TableName', idOf('DynamoDB::GlobalTable')], name, 'Sum');
  /** Tells whether a chart shows a metric, which may be there only for a sum. */
  const isShown = (metric: readonly unknown[]) => Object(metric.at(-1)).visible !== false;
  const shown = widgetsOf('metric').map(({ title, metrics }) => [title, metrics.filter(isShown)]);
  expect(Object.fromEntries(shown)).toEqual({
    Requests: ofFunctions('Invocations'),
    'Latency at the gateway, ms': [row(ofGateway('Latency'), 'p50'), row(ofGateway('Latency'), 'p99')],
    'Latency in the functions, p50, ms': ofFunctions('Duration', 'p50'),
    'Latency in the functions, p99, ms': ofFunctions('Duration', 'p99'),
    'Responses of the gateway with 4xx and 5xx': ['4xx', '5xx'].map((name) => row(ofGateway(name), name, 'Sum')),
    'Crashes and timeouts of functions': ofFunctions('Errors'),
    // The sums are those of the alarms. Without ownership, no item is in an index of owners.
    Throttles: [
      ...['Table', ...indexNames]
        .filter((label) => !label.startsWith('by_owner'))
        .map((label) => [{ label, expression: expect.any(String) }]),
      ...ofFunctions('Throttles'),
    ],
    'Units of the table': [ofTable('ConsumedReadCapacityUnits'), ofTable('ConsumedWriteCapacityUnits')],
  });
});

describeFor(aResource, 'the queries', ({ resource, path, text }) => {
  const guarded = startGuardedService();

  /** Commands of the queries of the dashboard, by their titles. A command SOURCE names a log group. */
  const onDashboard = widgetsOf('log').map(({ title, query }) => ({ title, commands: query.split(/\s*\|\s*/) }));
  const isSource = (command: string) => command.startsWith('SOURCE');
  const inReadme = readText('lib/stack/README.md').matchAll(/^(.+):\n\n```\n((?:fields|filter)[^`]+)\n```$/gm);
  const queries: Readonly<Record<string, string>> = Object.fromEntries([
    ...onDashboard.map(({ title, commands }) => [title, commands.filter((each) => !isSource(each)).join(' | ')]),
    ...[...inReadme].map(([, title, query]) => [title, query]),
  ]);

  /** Words of the language, and fields that CloudWatch Logs adds to each line. */
  const KNOWN =
    /^(fields|filter|sort|limit|stats|by|as|and|like|asc|desc|ispresent|count|sum|max|\d[\d.]*|@timestamp|@logStream|@message)$/;

  /** Returns the fields of a query: the other words, without the names that the query gives after `as`. */
  const fieldsOf = (query = '') => {
    const given = [...query.matchAll(/ as (\w+)/g)].map(([, name]) => name);
    const words = query.replace(/"[^"]*"/g, '').match(/[@\w.]+/g) ?? [];
    return words.filter((word) => !given.includes(word) && !KNOWN.test(word));
  };

  const accessLine = JSON.parse(one('ApiGatewayV2::Stage').AccessLogSettings.Format);

  beforeAll(async () => {
    const token = bearer(await guarded.sign());
    const { create } = creatorOf({ ask: (line, { body }) => guarded.ask(line, token, body) });
    await guarded.ask(`DELETE ${(await create(resource, bare(resource))).Path}`, token);
    await guarded.ask(`POST ${path}`, token, { [text]: 1 });
    await until(() => guarded.lines.some(({ code }) => code === 'invalid-body'));
  });

  test('are five on the dashboard, which show the most of all functions first, and five in README', () => {
    expect([onDashboard.length, Object.keys(queries).length]).toEqual([5, 10]);
    for (const { commands } of onDashboard) {
      expect(commands.filter(isSource)).toEqual([`SOURCE '${idOf('Logs::LogGroup')}'`]);
      expect(commands).toContainEqual(expect.stringMatching(/^sort \w+ desc$/));
    }
  });

  test.each(Object.entries(queries))('name only fields that one log line has: %s', (_, query) => {
    // test/functions/kit/lambda/deprecation.test.ts shows the field of deprecated routes.
    const lines = [...guarded.lines.map((line) => ({ ...line, isDeprecated: true })), accessLine];
    const missing = lines.map((line) => fieldsOf(query).filter((field) => !(field in line)));
    expect(missing).toContainEqual([]);
  });

  test('for one request names fields of the access log, too', () => {
    const fields = fieldsOf(queries['One request, by its id']);
    expect(accessLine).toMatchObject(Object.fromEntries(fields.map((field) => [field, expect.any(String)])));
  });

  test('select requests by a field that each request has in one line', () => {
    expect(guarded.lines.filter((line) => 'coldStart' in line)).toHaveLength(3);
  });

  test('add up the prices of the gateway, the function, its time and its units', () => {
    const [, sum] = /fields (.+) as price/.exec(queries['Units and dollars by route'] ?? '') ?? [];
    const dollars = new Function('ms', 'readUnits', 'writeUnits', `return ${sum}`)(500, 3, 5);
    const gigabyteSeconds = (memoryMb / 1024) * 0.5;
    expect(dollars).toBeCloseTo(1e-6 + 0.2e-6 + gigabyteSeconds * 0.000_013_333_4 + 3 * 0.125e-6 + 5 * 0.625e-6, 9);
  });
});
