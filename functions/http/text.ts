import * as v from 'valibot';

const forbidden = /\p{Cs}|(?![\t\n\r])\p{Cc}/u;
const surrogatePair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** JSON Schema counts code points, JavaScript code units; a string in range by units needs no counting. */
const codePoints = (value: string) => value.length - (value.match(surrogatePair)?.length ?? 0);

type TextRule = { readonly minLength: number; readonly maxLength: number };

/** A string as the contract allows it: no control characters, no lone surrogates, a length in code points. */
export const text = ({ minLength, maxLength }: TextRule) =>
  v.pipe(
    v.string((issue) => `must be a string, not ${issue.received}`),
    v.check((value) => !forbidden.test(value), 'must not contain control characters or lone surrogates'),
    v.check(
      (value) => value.length <= maxLength || (value.length <= 2 * maxLength && codePoints(value) <= maxLength),
      `must be at most ${maxLength} characters long`,
    ),
    v.check(
      (value) => value.length >= minLength && (value.length >= 2 * minLength || codePoints(value) >= minLength),
      minLength === 1 ? 'must not be empty' : `must be at least ${minLength} characters long`,
    ),
  );

/** A text with something to read in it. */
export const filledText = (rule: TextRule) => v.pipe(text(rule), v.regex(/\S/, 'must not be only white space'));
