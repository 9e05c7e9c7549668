/** Parses a `Link` header (RFC 8288) into URLs by their relation. */
export const linksOf = (header: string | string[] | undefined): Record<string, string> =>
  Object.fromEntries([...String(header ?? '').matchAll(/<([^>]*)>; rel="([^"]*)"/g)].map(([, url, rel]) => [rel, url]));
