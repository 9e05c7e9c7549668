import { isFilter } from '../../../functions/kit/model/page';
import { resources } from '../../../functions/resources';
import type { Random } from '../../support/random';
import { MARK } from '../values';

export const hostileTags = [
  MARK,
  ...['', ' x', 'a b', 'é', '\0', '\x7f', '👍', '\ud800', '"abc', '"a" "b"', '*, "a"', 'W/abc', '"a b"'],
  ...[`"${'x'.repeat(9000)}`, `${'"a",'.repeat(101)}"a"`, `${', '.repeat(4000)}x`, `x${' '.repeat(9000)}y`],
];
export const hostileKeys = ['', ' ', 'a b', 'é', '\0', '\x7f', '👍', 'x'.repeat(256), '\ud800'];
export const hostileIds = ['x', '..', '__proto__', '\0', 'a/b', `0${'-0000'.repeat(7)}`, 'x'.repeat(8000)];
/** Names of the fields by which lists find resources. */
const filters = resources.flatMap(({ input }) => Object.keys(input).filter((name) => isFilter(input[name] ?? {})));

export const hostileQueries = [
  `${MARK}=${MARK}`,
  ...['limit=0', 'limit=%', 'limit=%EF%BC%91', 'limit=1&limit=1', 'limit', 'after=x', 'after[]=1', 'order=up'],
  ...['createdSince=2026-02-30', 'createdBefore=1969-12-31', 'createdAfter=2026-01-01', 'id=', 'id=x&order=asc'],
  ...['id=x&'.repeat(51), 'expand=x', 'force=yes', 'page=2', '__proto__=1'],
  Array.from({ length: 3300 }, (_, index) => index.toString(36)).join('&'),
  ...filters.map((name) => `${name}=%00`),
  ...['toString', '=', '%zz=1', '%ff=%ff', '👍=👍', 'a=1&'.repeat(2000), `${'x'.repeat(9000)}=1`],
];
export const hostileTypes = [
  'text/html',
  ...['application/jsonp', 'application/json, text/html', 'application/json; charset=latin1', 'json'],
  ...['*/*', 'application/+json', 'application/json\0', 'x'.repeat(9000)],
  `application/json;${' '.repeat(9000)}x=y;charset=x`,
];

type Header = readonly [name: string, value: string];
const headersOf = (name: string, ...values: string[]) => values.map((value): Header => [name, value]);

export const harmlessHeaders: readonly Header[] = [
  ['accept', 'text/html'],
  ['authorization', `Bearer ${MARK}`],
  ['cookie', MARK],
  ...headersOf('prefer', 'return=minimal', 'RETURN = "minimal"; x', 'count=exact', '"', 'a, '.repeat(3000)),
  ...headersOf('accept-encoding', 'gzip;q=0.5, br', 'br;q=7, *;q=0, ,;,"', 'zstd, gzip, '.repeat(700)),
  ['constructor', 'x'],
  ['user-agent', 'x'.repeat(8000)],
  ['x-forwarded-proto', 'javascript'],
];

const LIMIT = 262_100;
const fill = (piece: string) => piece.repeat(Math.floor((LIMIT - 20) / Buffer.byteLength(piece)));

/** Large bodies with a field, which no model accepts. They take most of the time of the check. */
const hugeBodies: readonly ((name: string) => string)[] = [
  () => '['.repeat(LIMIT),
  () => `${'{"a":'.repeat(43_000)}1${'}'.repeat(43_000)}`,
  (name) => `{"${name}":${'['.repeat(100_000)}1${']'.repeat(100_000)}}`,
  () => `[${fill('[],')}[]]`,
  () => `{${Array.from({ length: LIMIT / 12 }, (_, i) => `"m${i}":1`).join()}}`,
  (name) => `{${fill(`"${name.slice(1)}":1,`)}"a":1}`,
  ...['x', '\\u0061', '\\\\', '\u{1f600}', '\u0301', ' ', 'a@'].map(
    (piece) => (name: string) => `{"${name}":"${fill(piece)}"}`,
  ),
  () => `{"${fill('x')}":1}`,
  () => `{"a":${fill('9')}}`,
  ...[' ', '"', '\u0080'].map((piece) => () => fill(piece)),
];

const names = ['__proto__', ...['constructor', 'toString', 'then', '', 'pk', '#/~1', '\ud800', 'x'.repeat(5000)]];
const polluting = JSON.parse('{"__proto__":{"x":1}}');
const values = [true, 0, [], {}, '', polluting, 'a\0@b', 'a@\ud800'];

/** Makes a body that is no JSON, or that the model of `fields` refuses. `required` is a field that may not be empty. */
export const hostileBody = (fields: Readonly<Record<string, unknown>>, required: string, random: Random): string => {
  const json = JSON.stringify(fields);
  const known = Object.keys(fields);
  const last = known.length > 0 ? ',' : '';
  const makers = [
    () => json.replace(/\}$/, `${last}${JSON.stringify(random.pick([required.slice(1), ...names]))}:1}`),
    () => JSON.stringify({ ...fields, [required]: random.pick(values) }),
    () => `{"${required}":"x","${required}":"y"}`,
    () => json.slice(0, random.below(json.length)),
    () => `${json}${random.pick(['x', '{}', ',', '\0', ']', ';', '\u00a0'])}`,
    () =>
      random.pick(['null', '0', '""', '[]', '[{}]', '{a:"x"}', '/**/{}', '{"a":NaN}', '{"a":1e999}', '"', 'a=x&b=y']),
  ];
  return random.chance(0.05) ? random.pick(hugeBodies)(known[random.below(known.length)] ?? '') : random.pick(makers)();
};
