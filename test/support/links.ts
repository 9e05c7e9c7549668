/** Parses a `Link` header (RFC 8288) into URLs by their relation. */
export const linksOf = (header: unknown): Record<string, string> =>
  Object.fromEntries([...String(header).matchAll(/<([^>]*)>; rel="([^"]*)"/g)].map(([, url, rel]) => [rel, url]));

type Ask = (
  line: string,
) => Promise<{ status?: number; headers?: Readonly<Record<string, unknown>>; body: { id: string }[] }>;

/** Makes a function that follows the `next` links from a path to the last page, and returns the ids of each page. */
export const walkWith = (ask: Ask) => async (path: string) => {
  const pages: string[][] = [];
  for (let next: string | undefined = path; next; ) {
    const { status, headers, body } = await ask(`GET ${next}`);
    expect(status).toBe(200);
    pages.push(body.map(({ id }) => id));
    next = linksOf(headers?.link).next?.replace(/^https?:\/\/[^/]+/, '');
  }
  return pages;
};
