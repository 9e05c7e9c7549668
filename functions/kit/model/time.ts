import type { Field } from './field';

/** Matches a date, or a time with an offset (RFC 3339). */
const rfc3339 =
  /^\d{4}-\d\d-\d\d(?:[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

/** End of the year 9999, which is the last year of RFC 3339. */
export const END_MS = 253_402_300_800_000;

/** Returns the milliseconds since 1970, or NaN for a day that does not exist. */
export const parseMs = (text: string) => {
  const day = text.slice(0, 10);
  const dayMs = Date.parse(day);
  // JavaScript turns 30 February into 2 March.
  if (Number.isNaN(dayMs) || !new Date(dayMs).toISOString().startsWith(day)) return Number.NaN;
  // Date.parse misreads fractions of many digits.
  return Date.parse(text.toUpperCase().replace(/(\.\d{3})\d+/, '$1'));
};

const parseTime = (text: string) => {
  const ms = parseMs(text);
  return ms >= 0 && ms < END_MS ? ms : undefined;
};

/** Date or time. A date means midnight UTC. */
export const TimeBound = {
  maxLength: 64,
  pattern: [
    rfc3339,
    'must be a date such as 2026-11-01, or a time such as 2026-11-01T09:30:00+01:00, from 1970 to 9999 in UTC',
  ],
  parse: parseTime,
} satisfies Field;
