/** `Prefer: return=…` (RFC 7240): whether a write answers with the resource. What is not known is ignored. */
export const readReturn = (prefer = ''): 'minimal' | 'representation' | undefined => {
  // A comma inside quotes separates nothing.
  for (const [preference] of prefer.matchAll(/(?:[^,"]|"[^"]*"?)+/g)) {
    const [, wanted] = /^\s*return\s*=\s*"?(minimal|representation)"?\s*(?:;|$)/i.exec(preference) ?? [];
    if (wanted) return wanted.toLowerCase() === 'minimal' ? 'minimal' : 'representation';
  }
  return undefined;
};

/** `Prefer: count=exact`: whether a list is to be counted. What another preference has in quotes is none. */
export const wantsCount = (prefer = '') =>
  /(?:^|,)\s*count\s*=\s*exact\s*(?:[;,]|$)/i.test(prefer.replace(/=\s*"(exact)"/gi, '=$1').replace(/"[^"]*"?/g, ''));
