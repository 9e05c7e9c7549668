import type { Field } from './field';
import { parseMs } from './time';

/** Returns a date of a day that exists. */
const parseDate = (text: string) => (Number.isNaN(parseMs(text)) ? undefined : text);

/** Day without a time. The year 0 exists for JavaScript, but not in the calendar of most clients. */
export const date = {
  format: 'date',
  pattern: [/^(?!0000)\d{4}-\d\d-\d\d$/, 'must be a day that exists, such as 2026-11-28'],
  parse: parseDate,
  example: '2026-11-28',
} as const satisfies Field;

/** Id of another service: any UUID (RFC 9562). Is stored and shown in lower case. */
export const uuid = {
  format: 'uuid',
  pattern: [
    /^[\da-fA-F]{8}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{12}$/,
    'must be a UUID, such as 5f0c954f-8dc1-4e4c-8f2f-1a6c5c9d2b7e',
  ],
  parse: (text: string) => text.toLowerCase(),
  example: '5f0c954f-8dc1-4e4c-8f2f-1a6c5c9d2b7e',
} as const satisfies Field;

/**
 * Absolute address of the web, shown as it was sent. Has no format in the document, because `uri` refuses letters beyond ASCII,
 * which browsers take.
 */
export const url = {
  maxLength: 2048,
  pattern: [
    /^[hH][tT]{2}[pP][sS]?:[/]{2}[^\s\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]+$/,
    'must be a URL with http or https, without white space, such as https://example.com/page',
  ],
  parse: (text: string) => (URL.canParse(text) ? text : undefined),
  example: 'https://example.com/page',
} as const satisfies Field;

/**
 * Allows no control characters, no format characters (Unicode Cf), and none of five others that show nothing: with them,
 * addresses that look alike could belong to several people. Is a literal, because esbuild removes an unused literal from other
 * bundles.
 */
const address =
  /^(?!.*[\u034F\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\u2800\u3164\uFFF9-\uFFFB])[^@\s\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]+@[^@\s\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]+$/;

/** Address of a mailbox, shown as it was sent. Has no format in the document, because the format of JSON Schema refuses letters beyond ASCII. */
export const email = {
  minLength: 3,
  maxLength: 254,
  pattern: [
    address,
    'must be an e-mail address: one @ with something on both sides, no white space, no invisible characters',
  ],
  // Finds the format characters beyond U+FFFF, which no pattern can name that is valid with and without the flag `u`.
  parse: (text: string) => (/\p{Cf}/u.test(text) ? undefined : text),
  example: 'nobody@example.com',
} as const satisfies Field;

/** Tag of a language, with a script and a region if it has them (BCP 47, RFC 5646). */
export const language = {
  maxLength: 35,
  pattern: [
    /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/,
    'must be a language tag in its usual case, such as de, pt-BR or zh-Hant',
  ],
  example: 'de',
} as const satisfies Field;

/**
 * Text of several lines, which may be empty.
 * @example notes: withDefault(multiline({ maxLength: 5000 }), '')
 */
export const multiline = ({ minLength, maxLength = 10_000 }: Pick<Field, 'minLength' | 'maxLength'> = {}) =>
  ({ minLength, maxLength }) satisfies Field;
