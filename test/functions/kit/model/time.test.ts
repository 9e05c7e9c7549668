import fc from 'fast-check';
import { readValues } from '../../../../functions/kit/model/check';
import { TimeBound } from '../../../../functions/kit/model/time';

/** Returns the milliseconds of a valid time, or undefined. */
const read = (text: string) => {
  const errors: string[] = [];
  const { time } = readValues({ time: TimeBound }, { time: text }, (_, [, error]) => errors.push(error));
  return errors.length > 0 ? undefined : time;
};

describe('a time', () => {
  test.each([
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T09:30:00Z', '2026-11-01T09:30:00.000Z'],
    ['2026-11-01t09:30:00z', '2026-11-01T09:30:00.000Z'],
    ['2026-11-01T09:30:00.7Z', '2026-11-01T09:30:00.700Z'],
    ['2026-11-01T09:30:00.000999999999999999999Z', '2026-11-01T09:30:00.000Z'],
    ['2026-11-01T09:30:00-00:00', '2026-11-01T09:30:00.000Z'],
    ['1969-12-31T23:00:00-01:00', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, expected) => {
    expect(read(text)).toBe(Date.parse(expected));
  });

  test.each([
    '',
    '2026-11',
    '2026-11-1',
    '2026-11-00',
    '2026-13-01',
    '2026-11-01T09:30:00',
    '2026-11-01T09:30Z',
    '2026-11-01 09:30:00Z',
    '2026-11-01T24:00:00Z',
    '2026-11-01T09:60:00Z',
    '2026-11-01T09:30:61Z',
    '2026-11-01T09:30:00.Z',
    '2026-11-01T09:30:00+24:00',
    '2026-11-01T09:30:00+0100',
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00+00:01',
    '9999-12-31T23:59:00-00:01',
    '10000-01-01',
    '-000001-01-01',
    ' 2026-11-01',
    '2026-11-01\n',
    `2026-11-01T09:30:00.${'0'.repeat(50)}Z`,
  ])('%j is refused', (text) => {
    expect(read(text)).toBeUndefined();
  });

  test('with any offset is the same instant', () => {
    const instants = fc.date({ min: new Date('1970-01-02'), max: new Date('9999-12-30'), noInvalidDate: true });
    const offsets = fc.tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 14 * 60 }));
    const property = fc.property(instants, offsets, (instant, [sign, minutes]) => {
      const local = new Date(instant.getTime() + (sign === '+' ? 1 : -1) * minutes * 60_000).toISOString();
      const two = (number: number) => String(number).padStart(2, '0');
      const offset = `${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
      expect(read(local.replace('Z', offset))).toBe(instant.getTime());
    });
    fc.assert(property);
  });

  test('is a date exactly if the calendar has the day', () => {
    const parts = fc.tuple(
      fc.integer({ min: 1970, max: 9999 }),
      fc.integer({ min: 1, max: 12 }),
      // Draws the last days of a month more often, because a calendar fails there.
      fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 28, max: 31 })),
    );
    const property = fc.property(parts, ([year, month, day]) => {
      const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
      const ms = Date.UTC(year, month - 1, day);
      expect(read(text)).toBe(new Date(ms).getUTCDate() === day ? ms : undefined);
    });
    fc.assert(property);
  });
});
