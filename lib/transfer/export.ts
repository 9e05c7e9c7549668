import { appendFileSync, existsSync, renameSync, statSync, truncateSync } from 'node:fs';
import { type ApiClient, formatProblem } from './api';
import { nouns, readLines } from './line';

type LastIds = Readonly<Record<string, string | undefined>>;

/** Yields the pages of a list, oldest first. */
async function* listAll(api: ApiClient, path: string, range: Record<string, string>) {
  const start = new URLSearchParams({ limit: '100', order: 'asc', ...range });
  for (let next: string | undefined = `${path}?${start}`; next; ) {
    const response = await api('GET', next);
    const { status, headers, body } = response;
    if (status !== 200 || !Array.isArray(body)) throw new Error(`GET ${next}: ${formatProblem(response)}`);
    yield body;
    const [, url] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
    next = url && new URL(url).pathname + new URL(url).search;
  }
}

/**
 * Yields the lines of all resources in pages, parents before their children. Then yields the parents that were created in
 * the meantime. Without that, a file could hold a post without its author. `written` has the last ids of an earlier export.
 */
export async function* exportAll(api: ApiClient, since?: string, written: LastIds = {}) {
  const last = { ...written };
  const order = [...nouns.keys()];
  const begun = order.findLastIndex((noun) => last[noun] !== undefined);
  for (const noun of [...order.slice(Math.max(0, begun)), ...order.slice(0, -1).reverse()]) {
    const after = last[noun];
    // An empty time is sent, too, so that the API refuses the time.
    const range = { ...(since !== undefined && { createdSince: since }), ...(after && { after }) };
    for await (const page of listAll(api, nouns.get(noun)?.path ?? '', range)) {
      yield page.map((resource) => `${JSON.stringify({ [noun]: resource })}\n`);
      last[noun] = page.at(-1)?.id ?? last[noun];
    }
  }
}

/** Removes a cut line at the end of an unfinished export. Returns its last ids. */
const resume = async (file: string) => {
  const { size } = statSync(file);
  let [end, last]: [number, LastIds] = [0, {}];
  for await (const { text, noun, resource } of readLines(file)) {
    const nextEnd = end + Buffer.byteLength(text) + 1;
    if (!noun || nextEnd > size) break;
    [end, last] = [nextEnd, { ...last, [noun]: String(resource.id) }];
  }
  truncateSync(file, end);
  return last;
};

/** Exports into a new file. Writes `<file>.partial` first, which the next export of the same file continues. */
export async function* exportFile(api: ApiClient, file: string, since?: string) {
  if (existsSync(file)) throw new Error(`${file} is already there; name another file.`);
  const partial = `${file}.partial`;
  const last = existsSync(partial) ? await resume(partial) : {};
  for await (const lines of exportAll(api, since, last)) {
    appendFileSync(partial, lines.join(''));
    yield lines;
  }
  renameSync(partial, file);
}
