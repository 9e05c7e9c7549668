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

/** Makes values of a field, as a response shows them. The field refuses some texts and numbers. */
export const anyValue = ({
  type,
  minimum,
  maximum,
  items,
  maxItems = 0,
  oneOf,
  pattern,
}: Field): fc.Arbitrary<Value> => {
  if (items) {
    const item = anyValue(items) as fc.Arbitrary<string>;
    const full = item.map((one) => Array<string>(maxItems).fill(one));
    const lists = fc.oneof({ weight: 9, arbitrary: fc.array(item, { maxLength: maxItems }) }, full);
    return lists.map((list) => list.filter((one) => !errorOf(items, one)));
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum });
  // JSON has no negative zero.
  if (type) return fc.double({ min: minimum, max: maximum, noNaN: true }).map((value) => value + 0);
  if (oneOf) return fc.constantFrom(...oneOf);
  if (pattern === idPattern) return fc.uuid({ version: 7 });
  return pattern === instant.pattern ? times : anyText;
};

/** Makes valid values of a field. */
export const valuesFor = (field: Field) => anyValue(field).filter((value) => !errorOf(field, value));
