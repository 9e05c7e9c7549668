import fc from 'fast-check';
import { errorOf } from '../../functions/kit/model/check';
import type { Field, Value } from '../../functions/kit/model/field';
import { idPattern } from '../../functions/kit/model/id';
import { instant } from '../../functions/kit/model/kinds';

/** Text in many parts of the requests. No log line may contain it. */
export const MARK = 'c4n4ry';

/** Pieces of texts that every text field accepts, and that are often handled wrong. */
const pieces = [
  MARK,
  ...[' ', '\t', '\r\n', '\\', '"', '</script>', '%00', '\\u0000', '$1', '__proto__', '&amp;', '/', '\u2028'],
  ...['é', 'e\u0301', '\u212b', 'ﬁ', '한', '\u1112\u1161\u11ab', 'İ', 'ß', 'ς', '①', `Z${'\u0300\u0489'.repeat(9)}`],
  ...['\u202eabc\u202c', 'שלום', '👨‍👩‍👧‍👦', '🇪🇺', '\u200d', '\ufdd0', '\uffff', '\u{10ffff}', '\ufffd'],
  ...['\u00ad', '\u034f'],
];
const grapheme = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 });
const text = fc.string({ unit: fc.oneof(grapheme, fc.constantFrom(...pieces)), maxLength: 20, size: '+1' });
const address = fc.tuple(fc.string({ unit: grapheme, maxLength: 9 }), text).map((parts) => parts.join('@'));
const anyText = fc.oneof({ weight: 5, arbitrary: text }, address, fc.stringMatching(/^\d{0,9}$/));

const [min, max] = [new Date('0000-01-01T00:00:00.000Z'), new Date('9999-12-31T23:59:59.999Z')];
const times = fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString());

/** Texts of the forms that kinds have. */
const forms = [
  times.map((time) => time.slice(0, 10)),
  fc.uuid(),
  address,
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.stringMatching(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/),
];

/** Makes texts of the form of a field, and texts that are nearly of it. */
const textsLike = (field: Field) => {
  const isLike = (form: fc.Arbitrary<string>) =>
    fc.sample(form, { numRuns: 20, seed: 1 }).some((one) => !errorOf(field, one));
  const alike = forms.find(isLike) ?? anyText;
  const near = fc.tuple(alike, text).map((parts) => parts.join(''));
  return fc.oneof({ weight: 9, arbitrary: alike }, near, anyText);
};

/** Makes values of a field, as a response shows them. The field refuses some texts and numbers. */
export const anyValue = (field: Field): fc.Arbitrary<Value> => {
  const { type, minimum, maximum, decimals, items, maxItems = 0, fields, oneOf, pattern, example } = field;
  if (fields) {
    const members = Object.entries(fields).map(([name, member]) => [name, valuesFor(member)] as const);
    const requiredKeys = Object.keys(fields).filter((name) => !fields[name]?.isOptional);
    return fc.record(Object.fromEntries(members), { requiredKeys, noNullPrototype: true });
  }
  if (items) {
    const item = anyValue(items) as fc.Arbitrary<string>;
    const full = item.map((one) => Array<string>(maxItems).fill(one));
    const lists = fc.oneof({ weight: 9, arbitrary: fc.array(item, { maxLength: maxItems }) }, full);
    return lists.map((list) => list.filter((one) => !errorOf(items, one)));
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum });
  // JSON has no negative zero.
  const doubles = fc.double({ min: minimum, max: maximum, noNaN: true }).map((value) => value + 0);
  if (decimals) {
    const unit = 10 ** decimals.places;
    const most = Math.floor(Math.max(Math.abs(minimum ?? 0), maximum ?? 0) * unit);
    const few = fc.integer({ min: -most, max: most }).map((value) => value / unit + 0);
    return fc.oneof({ weight: 9, arbitrary: few }, doubles);
  }
  if (type) return doubles;
  if (oneOf) return fc.constantFrom(...oneOf);
  if (pattern === idPattern) return fc.uuid({ version: 7 });
  if (pattern === instant.pattern) return times;
  return pattern && example !== undefined ? textsLike(field) : anyText;
};

/** Makes valid values of a field. */
export const valuesFor = (field: Field): fc.Arbitrary<Value> =>
  anyValue(field).filter((value) => !errorOf(field, value));
