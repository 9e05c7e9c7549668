/**
 * Reduces a word to its letters in lower case, so that `order_id`, `ORDERID` and `orderId` are equal. Keeps all characters
 * beyond ASCII, because the first use of \p{L} costs 0.5 ms.
 */
export const lettersOf = (word: string) => word.replace(/[^A-Za-z\u0080-\uffff]/g, '').toLowerCase();

/** Maximum length of a word that is compared, because the time for a comparison grows with the square of the length. */
const MAX_LETTERS = 24;

/** Counts the letters to change, add, drop or swap with their neighbour that turn one word into the other. */
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

/** Returns the candidate that a misspelt word probably means, if at most one letter in three differs. */
export const didYouMean = (word: string, candidates: readonly string[]): string | undefined => {
  const letters = lettersOf(word);
  if (letters.length > MAX_LETTERS) return undefined;
  // Compares words of similar lengths only, because a body can hold a hundred long names.
  const isNear = (candidate: string) => Math.abs(lettersOf(candidate).length - letters.length) <= candidate.length / 3;
  const ranked = candidates
    .filter(isNear)
    .map((candidate) => ({ candidate, edits: distance(letters, lettersOf(candidate)) }));
  const best = ranked.sort((a, b) => a.edits - b.edits)[0];
  return best && best.edits <= Math.floor(best.candidate.length / 3) ? best.candidate : undefined;
};
