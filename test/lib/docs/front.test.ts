import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { entityOf } from '../../../functions/kit/entity';
import { type Route, verbOf } from '../../../functions/kit/http/route';
import { operations } from '../../../functions/kit/site/openapi/operations';
import { type Operation, type Resource, versionOf } from '../../../functions/kit/site/openapi/resource';
import { frontOf } from '../../../lib/docs/front';
import { refresh } from '../../../lib/docs/readme';
import { seed } from '../../../lib/local/seed';
import { useService } from '../../support/service';
import { readText } from '../../support/sources';

const { url, environmentOf } = useService();

const input = { note: { maxLength: 9 } };
const id = '01890000-0000-7000-8000-000000000001';
const crateAt = (path: `/${string}`) => entityOf({ collection: 'TEA_CRATE', path, model: input });
const crates: Resource = {
  ...crateAt('/tea-crates'),
  about: 'Crates | boxes\nof tea.',
  input,
  others: { weigh: { summary: 'Weigh one', description: 'In kilograms.' } },
  examples: {
    stored: [{ id, note: 'a' }, { id: id.replace(/1$/, '2') }],
    create: { summary: 'One', request: { note: "Ann's" } },
    replace: { summary: 'Another', request: { note: 'b' } },
    update: { summary: 'Another', request: { note: 'c' } },
  },
};
const second = versionOf(crates, { ...crateAt('/api/v2/tea-crates'), input });

const routesOfPath = ({ path }: Resource, more: Partial<Route> = {}) =>
  ['GET', 'POST', 'GET {id}', 'DELETE {id}'].map((key): Route => {
    const [method, rest] = key.split(' ');
    return { routeKey: `${method as 'GET'} ${path as '/x'}${rest ? `/${rest}` : ''}`, ...more };
  });
const operationsOf = (resource: Resource, routes = routesOfPath(resource)) =>
  routes.map((route): Operation => ({ name: 'weigh', route, resource, described: resource, verb: verbOf(route) }));
const ofSite = operations.filter(({ described }) => !described);

const named = { title: 'Shop', description: 'A shop' };
const linesOf = (...all: readonly Operation[]) => frontOf(named, [...all, ...ofSite]).split('\n');
const rowsOf = (...all: readonly Operation[]) => linesOf(...all).filter((line) => line.includes('tea-crates'));

test('the first screen of a service without a resource says how to add one, and promises no sample data', () => {
  const lines = linesOf();
  expect(lines.slice(0, 5)).toEqual(['# Shop', '', 'A shop.', '', '```']);
  expect(lines).toContain('npm ci && npm start     # http://127.0.0.1:3000, on an embedded DynamoDB');
  expect(lines).toContainEqual(expect.stringMatching(/^npm run resource -- /));
  expect(lines).not.toContainEqual(expect.stringContaining('curl'));
  expect(lines).toContain('| `/docs` | `GET` | Each route, to read and to try. |');
});

test('the first screen has curl lines for the routes of the first resource, and a row for each path', () => {
  const weigh: Route = { routeKey: `POST ${crates.path as '/x'}/{id}/weight` };
  expect(rowsOf(...operationsOf(crates), ...operationsOf(crates, [weigh]))).toEqual([
    'curl http://127.0.0.1:3000/tea-crates',
    `curl http://127.0.0.1:3000/tea-crates -d '{"note":"Ann\\u0027s"}'`,
    `curl http://127.0.0.1:3000/tea-crates/${id}`,
    '| [`/tea-crates`](functions/tea-crates) | `GET`, `POST` | Crates \\| boxes of tea. |',
    '| `/tea-crates/{id}` | `GET`, `DELETE` | One tea crate. |',
    '| `/tea-crates/{id}/weight` | `POST` | Weigh one. |',
  ]);
});

test('the first screen shows which version ends, and has curl lines for the other one', () => {
  const deprecated = { since: '2026-11-30', sunset: '2999-06-30', successor: second.path as '/x', addTo: Object };
  const old = operationsOf(crates, routesOfPath(crates, { deprecated }));
  const rows = rowsOf(...old, ...operationsOf(second));
  expect(rows[0]).toBe('curl http://127.0.0.1:3000/api/v2/tea-crates');
  expect(rows[3]).toContain('| Deprecated until 2999-06-30: use `/api/v2/tea-crates`. Crates');
  expect(rows[5]).toContain('[`/api/v2/tea-crates`](functions/tea-crates-v2) |');
});

const page = (front: string, about: string) =>
  `<!-- front: a -->\n${front}<!-- end of front -->\n\nText\n\n<!-- about: b -->\n${about}<!-- end of about -->\n`;
const conflict = '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> upstream/main\n';

test.each([
  [
    'has its first screen and its part about this repository',
    true,
    page('old\n', '\nAbout\n'),
    page('\n$& new\n\n', '\nAbout\n'),
  ],
  ['loses the part in a service of another name', false, page('old\n', '\nAbout\n'), page('\n$& new\n\n', '\n')],
  ['loses what a merge has left between its comments', false, page(conflict, conflict), page('\n$& new\n\n', '\n')],
  ['stays without its comments', false, `Mine\n${conflict}`, `Mine\n${conflict}`],
])('README.md %s', (_, isKit, text, expected) => {
  expect(refresh(text, '$& new', isKit)).toBe(expected);
  expect(refresh(expected, '$& new', isKit)).toBe(expected);
});

test('the curl lines of README.md succeed on the sample data of npm start', async () => {
  await seed({ url: url(), environmentOf }, {}, true);
  const lines = readText('README.md').match(/^curl .+/gm) ?? [];
  for (const line of lines) {
    const command = `${line.replace('http://127.0.0.1:3000', url())} --silent --output /dev/null --write-out '%{http_code}'`;
    expect([line, (await promisify(exec)(command)).stdout]).toEqual([line, expect.stringMatching(/^20[01]$/)]);
  }
});
