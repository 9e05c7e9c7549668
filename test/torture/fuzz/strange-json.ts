import type { Random } from '../random';
import type { BodyFields, CollectionName } from './bodies';
import { jsonOf, refusedUnits, textOf } from './texts';

/** Names of fields that no model has. Some names have a meaning in JavaScript. */
const unknownNames: [string, ...string[]] = [
  '__proto__',
  'constructor',
  'toString',
  'then',
  '',
  'titel',
  'e-mail',
  'pk',
  '#/~1',
  '\ud800',
  'x'.repeat(5000),
];

const values: [unknown, ...unknown[]] = [null, true, 0, [], {}, '', JSON.parse('{"__proto__":{"x":1}}')];

/** A valid body to change, and its collection. */
type Sample = { readonly random: Random; readonly fields: BodyFields; readonly collection: CollectionName };
type Hostile = (sample: Sample) => string;

/** Appends a field to the body, without serializing its value. */
const append = ({ fields }: Sample, name: string, json: string) => {
  const comma = Object.keys(fields).length > 0 ? ',' : '';
  return JSON.stringify(fields).replace(/\}$/, `${comma}${JSON.stringify(name)}:${json}}`);
};

const textFieldOf = ({ collection }: Sample) => (collection === 'users' ? 'name' : 'title');

/** Replaces the value of one field by a value that must be refused. */
const replaceValue = (sample: Sample, value: unknown) => {
  const { random, fields, collection } = sample;
  const name = random.chance(0.5) && collection === 'users' ? 'email' : textFieldOf(sample);
  return JSON.stringify({ ...fields, [name]: value });
};

const cut = (json: string, { below }: Random) => json.slice(0, below(json.length));

const refusedUnit = ({ below }: Random) => refusedUnits[below(refusedUnits.length)] ?? '\0';

const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

const repeatToSize = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));
const nearLimit = 262_100;

/** Makes a body with as many fields as the size limit allows. */
const manyFields = (prefix: string) =>
  `{${Array.from({ length: nearLimit / (prefix.length + 8) }, (_, i) => `"${prefix}${i.toString(36)}":1`).join()}}`;

/** Makers of small texts that are no JSON, or JSON that no model accepts. */
export const hostileJson: [Hostile, ...Hostile[]] = [
  (sample) => append(sample, sample.random.pick(unknownNames), JSON.stringify(sample.random.pick(values))),
  (sample) => replaceValue(sample, sample.random.pick(values)),
  (sample) => replaceValue(sample, `ab${refusedUnit(sample.random)}c@d`),
  (sample) => replaceValue(sample, sample.random.pick(['', ' ', '\u2003\n\ufeff', '\u0085'])),
  (sample) => replaceValue(sample, textOf(sample.random, 300).replaceAll('@', '')),
  (sample) => append(sample, textFieldOf(sample), '"twice"').replace('{', `{"${textFieldOf(sample)}":"x",`),
  ({ random }) => JSON.stringify(random.pick([null, true, 0, '', [], [[]], [{}]])),
  ({ random, fields }) => cut(jsonOf(random, fields), random),
  ({ random, fields }) => `${jsonOf(random, fields)}${random.pick(['x', '{}', ',', '\0', ']', '}', ';', '\u00a0'])}`,
  ({ random }) =>
    random.pick([
      '{"title":"x",}',
      '{title:"x"}',
      '/**/{}',
      '{"title":NaN}',
      '{"title":"\\x41"}',
      '{"title":"a\nb"}',
      '{"title":"\\ud83d"}',
      '{"title":"\\u00zz"}',
      '{"a":1e999999}',
      '[1,2',
      '"',
      'title=x&content=y',
    ]),
];

/** Makers of large texts of at most 256 KiB. They take most of the time of the check. */
export const hugeJson: [Hostile, ...Hostile[]] = [
  () => nested('[', ']', 100_000),
  () => nested('{"a":', '}', 43_000),
  (sample) => append(sample, textFieldOf(sample), nested('[', ']', 100_000)),
  () => repeatToSize('[', nearLimit),
  () => repeatToSize('{"a":', nearLimit),
  () => `[${repeatToSize('[],', nearLimit - 4)}[]]`,
  () => manyFields(''),
  () => manyFields('__proto__'),
  () => `{${repeatToSize('"titel":1,', nearLimit - 20)}"a":1}`,
  () => `{"title":"${repeatToSize('x', nearLimit - 20)}"}`,
  () => `{"title":"${repeatToSize('\\u0061', nearLimit - 20)}"}`,
  () => `{"title":"${repeatToSize('\\\\', nearLimit - 20)}"}`,
  () => `{"title":"${repeatToSize('\u{1f600}', nearLimit - 20)}"}`,
  () => `{"title":"${repeatToSize('\u0301', nearLimit - 20)}"}`,
  () => `{"title":"${repeatToSize(' ', nearLimit - 20)}"}`,
  () => `{"email":"${repeatToSize('a@', nearLimit - 20)}","name":"${repeatToSize(' ', 20)}"}`,
  () => `{"${repeatToSize('x', nearLimit - 20)}":1}`,
  () => `{"a":${repeatToSize('9', nearLimit - 20)}}`,
  () => `{"a":1${repeatToSize(' ', nearLimit - 20)}`,
  () => repeatToSize(' ', nearLimit),
  () => repeatToSize('"', nearLimit),
  () => repeatToSize('\u0080', nearLimit),
];
