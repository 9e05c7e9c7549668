/** A comma inside quotes separates nothing, and a quote behind a backslash ends none. */
const preference = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/gs;

/** The first of these values that a header prefers (RFC 7240); what is not known is ignored. */
const preferred = (prefer: string, known: RegExp) => {
  for (const [given] of prefer.matchAll(preference)) {
    const [, value] = known.exec(given) ?? [];
    if (value) return value.toLowerCase();
  }
  return undefined;
};

/** `Prefer: return=…`: whether a write answers with the resource. */
export const readReturn = (prefer = ''): 'minimal' | 'representation' | undefined => {
  const value = preferred(prefer, /^\s*return\s*=\s*"?(minimal|representation)"?\s*(?:;|$)/i);
  return value === 'minimal' || value === 'representation' ? value : undefined;
};

/** `Prefer: count=exact`: whether a list is to be counted. */
export const wantsCount = (prefer = '') => preferred(prefer, /^\s*count\s*=\s*"?(exact)"?\s*(?:;|$)/i) === 'exact';
