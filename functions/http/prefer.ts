/** Matches one preference of the list. A comma inside quotes and a quote after a backslash do not end a preference. */
const preference = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/gs;

/** Returns the value of the first preference that the pattern matches (RFC 7240). Unknown preferences are ignored. */
const preferred = (prefer: string, pattern: RegExp) => {
  for (const [text] of prefer.matchAll(preference)) {
    const [, value] = pattern.exec(text) ?? [];
    if (value) return value.toLowerCase();
  }
  return undefined;
};

/** Reads `Prefer: return=…`, which asks for a response with or without the resource. */
export const readReturn = (prefer = ''): 'minimal' | 'representation' | undefined => {
  const value = preferred(prefer, /^\s*return\s*=\s*"?(minimal|representation)"?\s*(?:;|$)/i);
  return value === 'minimal' || value === 'representation' ? value : undefined;
};

/** Reads `Prefer: count=exact`, which asks for the total number of resources in a list. */
export const wantsCount = (prefer = '') => preferred(prefer, /^\s*count\s*=\s*"?(exact)"?\s*(?:;|$)/i) === 'exact';
