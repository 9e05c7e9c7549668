import fc from 'fast-check';
import { readPageQuery } from '../../../../functions/kit/http/query';
import { date } from '../../../../functions/kit/model/formats';
import { decimal, instant, integer, number } from '../../../../functions/kit/model/kinds';
import { SORTING } from '../../../../functions/kit/model/page';
import { sortedPageQuery } from '../../../../functions/kit/model/sort-query';
import { sorted } from '../../../../functions/kit/model/sorted';
import type { SortRequest } from '../../../../functions/kit/model/sorting';
import { compare as compareValues } from '../../../support/expected-list';

const text = fc.string({ unit: 'binary', maxLength: 1100 }).filter((value) => !/[\u0000-\u0008]/.test(value));
const folded = (value: string) => value.toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

const special = [0, -0, 5e-324, -5e-324, 2.2e-308, 1e-130, 1e125, -1e125, 1e308, -1e308, 0.1, 1 / 3, 2 ** 53];
const anyNumber = fc.oneof(fc.constantFrom(...special), fc.double({ noNaN: true }), fc.integer());
const anyText = fc.oneof(
  text,
  fc.constantFrom('', 'a', 'A', 'é', 'e\u0301', '\uffff', '\u{10ffff}', '😀', '日本', 'ΟΔΟΣ'),
  // At the end of what lists compare, which is within a character.
  fc
    .tuple(fc.integer({ min: 980, max: 988 }), fc.constantFrom('', 'z', 'é', '日', '😀', '\u{10ffff}'))
    .map(([length, end]) => `${'a'.repeat(length)}${end}z`),
);

/** Kinds of fields with any of their values, and the order of two values. */
const kinds = {
  number: [number(), anyNumber, (one: number, other: number) => one - other],
  integer: [integer(), fc.maxSafeInteger(), (one: number, other: number) => one - other],
  decimal: [
    decimal(2),
    fc.integer({ min: -999_999, max: 999_999 }).map((cents) => cents / 100),
    (one: number, other: number) => one - other,
  ],
  text: [{ maxLength: 256 }, anyText, compareValues],
  instant: [
    instant,
    fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }).map((date) => date.toISOString()),
    (one: string, other: string) => Date.parse(one) - Date.parse(other),
  ],
  date: [
    date,
    fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
    (one: string, other: string) => Date.parse(one) - Date.parse(other),
  ],
} as const;

describe.each(Object.entries(kinds))('the keys of a sorted %s', (_, [field, anyValue, compare]) => {
  const { keyOf } = sorted(field).sorted;
  const bytesOf = (value: unknown, id: string) => Buffer.from(keyOf(value, id) ?? '');

  test('are in the order of the values, and those of one value in that of the ids, and fit into an index', () => {
    const anyPair = fc.tuple(anyValue as fc.Arbitrary<never>, anyValue as fc.Arbitrary<never>);
    fc.assert(
      fc.property(anyPair, fc.uuid({ version: 7 }), fc.uuid({ version: 7 }), ([one, other], id, otherId) => {
        const order = Math.sign(compare(one, other)) || Math.sign(Buffer.from(id).compare(Buffer.from(otherId)));
        expect(Math.sign(bytesOf(one, id).compare(bytesOf(other, otherId)))).toBe(order);
        expect(bytesOf(one, id).length).toBeLessThanOrEqual(1024);
      }),
      { numRuns: 2000 },
    );
  });
});

/** Returns the order and the bounds that a query asks for. */
const read = (query: string) => {
  const errors: object[] = [];
  const model = sortedPageQuery({ price: sorted(number()), name: sorted({ maxLength: 256 }), at: sorted(instant) });
  const values = readPageQuery(model, query, errors as never);
  return { errors, sorting: values[SORTING] as SortRequest };
};

const isWithin = ({ range }: SortRequest, key = '') =>
  Buffer.from(range.low).compare(Buffer.from(key)) <= 0 && Buffer.from(key).compare(Buffer.from(range.high)) <= 0;

const id = '01a1f3ad-8e00-7000-8000-00000000000f';

test('the bounds of numbers hold both ends, also as a test of other lists', () => {
  const bound = fc
    .double({ noNaN: true, min: -1e125, max: 1e125 })
    .map((value) => (Math.abs(value) < 1e-130 ? 0 : value));
  fc.assert(
    fc.property(bound, bound, anyNumber, (one, other, value) => {
      const [min, max] = one < other ? [one, other] : [other, one];
      const query = `priceMin=${encodeURIComponent(min)}&priceMax=${encodeURIComponent(max)}`;
      for (const each of [value, min, max]) {
        const isInside = each >= min && each <= max;
        expect(isWithin(read(query).sorting, sorted(number()).sorted.keyOf(each, id))).toBe(isInside);
        expect(read(`${query}&sort=name`).sorting.limits.price?.(each)).toBe(isInside);
      }
    }),
  );
});

test('a prefix finds the texts that begin with it in any case, and no other', () => {
  const prefix = fc
    .oneof(
      text.map((value) => [...value].slice(0, 20).join('')),
      anyText,
    )
    .filter((value) => value !== '');
  fc.assert(
    fc.property(prefix, anyText, (start, rest) => {
      const { errors, sorting } = read(`namePrefix=${encodeURIComponent(start)}`);
      fc.pre(errors.length === 0);
      for (const value of [start + rest, rest, start.toUpperCase() + rest, `\u{10ffff}${rest}`])
        expect(isWithin(sorting, sorted({}).sorted.keyOf(value, id))).toBe(folded(value).startsWith(folded(start)));
    }),
  );
});

test('instants are found from a date on, and before another one', () => {
  const { sorting } = read('atSince=2026-11-01&atBefore=2026-11-01T12:00:00%2B01:00');
  const { keyOf } = sorted(instant).sorted;
  const times = [
    '2026-10-31T23:59:59.999Z',
    '2026-11-01T00:00:00.000Z',
    '2026-11-01T10:59:59.999Z',
    '2026-11-01T11:00:00.000Z',
  ];
  expect(times.map((time) => isWithin(sorting, keyOf(time, id)))).toEqual([false, true, true, false]);
});

test('dates are found from a day on, and before another one, which are no times', () => {
  const model = sortedPageQuery({ due: sorted(date) });
  const errors: object[] = [];
  const { [SORTING]: sorting } = readPageQuery(model, 'dueSince=2026-11-01&dueBefore=2026-11-03', errors as never);
  const days = ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'];
  const { keyOf } = sorted(date).sorted;
  expect(days.map((day) => isWithin(sorting as SortRequest, keyOf(day, id)))).toEqual([false, true, true, false]);
  readPageQuery(model, 'dueSince=2026-11-01T00:00:00Z&dueBefore=2026-02-30', errors as never);
  readPageQuery(model, 'dueSince=2026-11-02&dueBefore=2026-11-02', errors as never);
  expect(errors).toMatchObject([{ parameter: 'dueSince' }, { parameter: 'dueBefore' }, { parameter: 'dueBefore' }]);
});
