import type { Random } from '../random';
import type { Collection, Members } from './bodies';
import { jsonOf, refusedUnits, textOf } from './texts';

/** Names that are members of nothing, but that mean something to JavaScript. */
const strangers: [string, ...string[]] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  '',
  'titel',
  'e-mail',
  'pk',
  '#/~1',
  '\ud800',
  'x'.repeat(5000),
];

const values: [unknown, ...unknown[]] = [
  null,
  true,
  0,
  -1.5e300,
  [],
  {},
  [[]],
  '',
  JSON.parse('{"__proto__":{"x":1}}'),
  [null],
];

/** A sound body to start from, and the collection that it is for. */
type Sample = { readonly random: Random; readonly members: Members; readonly collection: Collection };
type Hostile = (sample: Sample) => string;

/** Puts a member behind the others, as it is. */
const put = ({ members }: Sample, name: string, json: string) => {
  const comma = Object.keys(members).length > 0 ? ',' : '';
  return JSON.stringify(members).replace(/\}$/, `${comma}${JSON.stringify(name)}:${json}}`);
};

const textIn = ({ collection }: Sample) => (collection === 'users' ? 'name' : 'title');

/** One member of a sound body made into one that is refused. */
const broken = (sample: Sample, value: unknown) => {
  const { random, members, collection } = sample;
  const name = random.chance(0.5) && collection === 'users' ? 'email' : textIn(sample);
  return JSON.stringify({ ...members, [name]: value });
};

const cut = (json: string, { below }: Random) => json.slice(0, below(json.length));

const unitOf = ({ below }: Random) => String.fromCharCode(refusedUnits[below(refusedUnits.length)] ?? 0);

const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

const fill = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));
const nearLimit = 262_100;

/** As many names as there is room for. */
const crowd = (prefix: string) =>
  `{${Array.from({ length: nearLimit / (prefix.length + 8) }, (_, i) => `"${prefix}${i.toString(36)}":1`).join()}}`;

/** Small JSON texts, or texts that nearly are, none of which any model takes. */
export const hostileJson: [Hostile, ...Hostile[]] = [
  (sample) => put(sample, sample.random.pick(strangers), JSON.stringify(sample.random.pick(values))),
  (sample) => broken(sample, sample.random.pick(values)),
  (sample) => broken(sample, `ab${unitOf(sample.random)}c@d`),
  (sample) => broken(sample, sample.random.pick(['', ' ', '\u2003\n\ufeff', '\u0085'])),
  (sample) => broken(sample, textOf(sample.random, 300).replaceAll('@', '')),
  (sample) => put(sample, textIn(sample), '"twice"').replace('{', `{"${textIn(sample)}":"x",`),
  ({ random }) => JSON.stringify(random.pick([null, true, 0, '', [], [[]], [{}]])),
  ({ random, members }) => cut(jsonOf(random, members), random),
  ({ random, members }) => `${jsonOf(random, members)}${random.pick(['x', '{}', ',', '\0', ']', '}', ';', '\u00a0'])}`,
  ({ random }) =>
    random.pick([
      "{'title':'x'}",
      '{"title":"x",}',
      '{title:"x"}',
      '/**/{}',
      '{"title":NaN}',
      '{"title":01}',
      '{"title":"\\x41"}',
      '{"title":"a\nb"}',
      '{"title":"\\ud83d"}',
      '{"title":"\\u00zz"}',
      '{"a":1e999999}',
      '{"a":-}',
      '[1,2',
      'undefined',
      '<post/>',
      '"',
      '\\',
      'title=x&content=y',
    ]),
];

/** Large ones, of at most 256 KiB; they cost most of the time that a check takes. */
export const hugeJson: [Hostile, ...Hostile[]] = [
  () => nested('[', ']', 100_000),
  () => nested('{"a":', '}', 43_000),
  (sample) => put(sample, textIn(sample), nested('[', ']', 100_000)),
  () => fill('[', nearLimit),
  () => fill('{"a":', nearLimit),
  () => `[${fill('[],', nearLimit - 4)}[]]`,
  () => crowd(''),
  () => crowd('__proto__'),
  () => `{${fill('"titel":1,', nearLimit - 20)}"a":1}`,
  () => `{"title":"${fill('x', nearLimit - 20)}"}`,
  () => `{"title":"${fill('\\u0061', nearLimit - 20)}"}`,
  () => `{"title":"${fill('\\\\', nearLimit - 20)}"}`,
  () => `{"title":"${fill('\u{1f600}', nearLimit - 20)}"}`,
  () => `{"title":"${fill('\u0301', nearLimit - 20)}"}`,
  () => `{"title":"${fill(' ', nearLimit - 20)}"}`,
  () => `{"email":"${fill('a@', nearLimit - 20)}","name":"${fill(' ', 20)}"}`,
  () => `{"${fill('x', nearLimit - 20)}":1}`,
  () => `{"a":${fill('9', nearLimit - 20)}}`,
  () => `{"a":1${fill(' ', nearLimit - 20)}`,
  () => fill(' ', nearLimit),
  () => fill('"', nearLimit),
  () => fill('\u0080', nearLimit),
];
