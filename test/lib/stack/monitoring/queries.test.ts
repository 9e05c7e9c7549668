import { startGuardedServices } from '../../../support/auth/guarded';
import { bearer } from '../../../support/auth/tokens';
import { until } from '../../../support/local/wire';
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

/** Returns the queries of the dashboard. Each begins with a command SOURCE, which names its log groups. */
const widgetsIn = (body: string) => {
  const widgets: LogWidget[] = JSON.parse(body).widgets;
  return widgets
    .filter(({ type }) => type === 'log')
    .map(({ properties: { title, query } }) => {
      const commands = query.split(/\s*\|\s*/);
      const sources = commands.filter((command) => command.startsWith('SOURCE'));
      return { title, sources, query: commands.slice(sources.length).join(' | ') };
    });
};

const [, parts] = template.one('CloudWatch::Dashboard').DashboardBody['Fn::Join'];
const widgets = widgetsIn(parts.map((part: unknown) => (typeof part === 'string' ? part : 'a-reference')).join(''));
const onDashboard = Object.fromEntries(widgets.map(({ title, query }) => [title, query]));

/** Words of the language. Each other word of a query is a field, or a name that the query gives after `as`. */
const WORD = /^(fields|filter|sort|limit|stats|by|as|and|like|asc|desc|ispresent|count|sum|max|\d[\d.]*)$/;
/** Fields that CloudWatch Logs adds to each line. */
const ADDED = ['@timestamp', '@log', '@message'];

const fieldsOf = (query: string) => {
  const given = [...query.matchAll(/ as (\w+)/g)].map(([, name = '']) => name);
  const words = query.replace(/"[^"]*"/g, '').match(/[@\w.]+/g) ?? [];
  return words.filter((word) => ![...ADDED, ...given].includes(word) && !WORD.test(word));
};

/** Returns the fields of a query that the best line does not have: the line with most of the fields. */
const missingIn = (lines: readonly object[], query = '') =>
  lines
    .map((line) => fieldsOf(query).filter((field) => !(field in line)))
    .reduce((fewest, missing) => (missing.length < fewest.length ? missing : fewest), fieldsOf(query));

beforeAll(async () => {
  const token = bearer(await guarded.key.sign({ sub: 'ada' }));
  const { body } = await guarded.ask('POST /posts', token, { body: { title: 'Hello' } });
  await guarded.ask(`DELETE /posts/${body.id}`, token);
  await guarded.ask('POST /posts', token, { body: { titel: 'Hello' } });
  await until(() => guarded.lines.some(({ code }) => code === 'invalid-body'));
});

test('the dashboard has four queries, which read the logs of all functions', () => {
  const titles = ['Units and dollars by route', 'Cold starts by route', 'Errors by code', 'Slowest requests'];
  expect(Object.keys(onDashboard)).toEqual(titles);
  for (const { sources } of widgets) expect(sources).toHaveLength(template.each('Lambda::Function').length);
});

test('the README has three queries', () => {
  const titles = [
    'One request, by its id',
    'Who deleted a post, on a stage with an issuer',
    'The five busiest callers',
  ];
  expect(Object.keys(inReadme)).toEqual(titles);
});

test.each(Object.entries({ ...onDashboard, ...inReadme }))('one log line has all fields of "%s"', (_, query) => {
  expect(missingIn(guarded.lines, query)).toEqual([]);
});

test('the query for one request names fields of the access log, too', () => {
  const accessLine = JSON.parse(template.one('ApiGatewayV2::Stage').AccessLogSettings.Format);
  expect(missingIn([accessLine], inReadme['One request, by its id'])).toEqual([]);
});

test('each request has one line with the field that selects requests', () => {
  expect(guarded.lines.filter((line) => 'coldStart' in line)).toHaveLength(3);
});

test('the dollars of a request are the prices of the gateway, the function, its time and its units', () => {
  const [, sum = ''] = /fields (.+) as price/.exec(onDashboard['Units and dollars by route'] ?? '') ?? [];
  const line: Readonly<Record<string, number>> = { ms: 500, readUnits: 3, writeUnits: 5 };
  const dollarsOf = (product: string) =>
    product.split(' * ').reduce((dollars, factor) => dollars * (line[factor] ?? Number(factor)), 1);
  const dollars = sum.split(' + ').reduce((total, product) => total + dollarsOf(product), 0);
  const gigabyteSeconds = 0.5 * 0.5;
  expect(dollars).toBeCloseTo(1e-6 + 0.2e-6 + gigabyteSeconds * 0.000_013_333_4 + 3 * 0.125e-6 + 5 * 0.625e-6, 9);
});
