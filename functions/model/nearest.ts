/**
 * `user_id`, `USERID` and `userId` are the same word: of ASCII the letters, and all beyond it. V8 takes half a millisecond to
 * learn what \p{L} is.
 */
const plain = (word: string) => word.replace(/[^A-Za-z\u0080-\uffff]/g, '').toLowerCase();

/** Longer words are nobody's slip of the finger, and the table below grows with the square. */
const LONGEST = 24;

/** How many letters to change, add, drop or swap with their neighbour. */
const distance = (a: string, b: string) => {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, change, swap));
    }
  }
  return at(a.length, b.length);
};

/** The one of these words that was probably meant: one letter in three may be off. */
export const nearest = (word: string, words: readonly string[]): string | undefined => {
  const given = plain(word);
  // An address can be thousands of slashes.
  if (given.length === 0 || given.length > LONGEST) return undefined;
  const ranked = words.map((candidate) => ({ candidate, off: distance(given, plain(candidate)) }));
  const best = ranked.sort((a, b) => a.off - b.off)[0];
  return best && best.off <= Math.floor(best.candidate.length / 3) ? best.candidate : undefined;
};
