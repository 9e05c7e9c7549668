import type { Field } from './field';
import type { Sorting } from './sorting';
import { foldCase } from './text';

/** Bytes by which lists compare texts. With a last character of four bytes, and an id, a key has at most 1,024 bytes. */
export const COMPARED_BYTES = 984;

/** Stands between the value and the id in a key. It is less than each character that a text of a field can have. */
export const SEPARATOR = '\u0001';

/** Returns 16 digits in the order of the numbers: the bits of the double, and those of a negative number inverted. */
export const numberKey = (value: unknown) => {
  // Adding 0 turns -0 into 0.
  const [bits = 0n] = new BigUint64Array(Float64Array.of(Number(value) + 0).buffer);
  const ordered = bits >> 63n ? ~bits : bits | (1n << 63n);
  return BigInt.asUintN(64, ordered).toString(16).padStart(16, '0');
};

/** Returns the start of a text in the form in which lists compare texts. The two small sigmas of Greek are equal there. */
export const textKey = (value: unknown) => {
  const bytes = Buffer.from(foldCase(String(value)).replaceAll('ς', 'σ'));
  let end = COMPARED_BYTES;
  // Keeps a character that begins within the bytes, so that a cut never changes the order of two texts.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end++;
  return bytes.toString('utf8', 0, end);
};

/**
 * Lets the list of all resources be sorted by a field. With `within`, the lists of one parent or of one value of an indexed
 * field are sorted instead, and that of all with `isWhole`. `sortedPageQuery` makes the query of such lists.
 * @example price: sorted(number({ minimum: 0 }))
 * @example price: sorted(number({ minimum: 0 }), { within: ['category'] })
 */
export const sorted = <const F extends Field>(
  field: F,
  { within = [], isWhole = within.length === 0 }: Partial<Pick<Sorting, 'within' | 'isWhole'>> = {},
) => {
  const toKey = field.type ? numberKey : textKey;
  const keyOf = (value: unknown, id: string) => (value === undefined ? undefined : `${toKey(value)}${SEPARATOR}${id}`);
  const sorting: Sorting = { within, isWhole, keyOf };
  return { ...field, sorted: sorting } as const;
};
