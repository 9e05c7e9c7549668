import { appendFileSync, existsSync, renameSync, statSync, truncateSync } from 'node:fs';
import { type ApiClient, formatProblem } from './api';
import { nouns, readLines } from './line';

type LastIds = Readonly<Record<string, string | undefined>>;
type ExportOptions = {
  /** Writes the lines of a page. An empty page is written, too, so that an export without data makes a file. */
  readonly write: (lines: string) => void | Promise<void>;
  readonly onPage?: (lines: number) => void;
  /** Last id of each noun that an earlier export wrote. */
  readonly last?: LastIds;
  /** Date or time before which nothing is exported. The API checks the value. */
  readonly since?: string;
};

/** Writes all resources of a noun that were created after an id, oldest first. Returns the last id. */
const exportNoun = async (api: ApiClient, noun: string, { last, since, write, onPage }: ExportOptions) => {
  let after = last?.[noun];
  // An empty time is sent, too, so that the API refuses the time.
  const range = { ...(since !== undefined && { createdSince: since }), ...(after && { after }) };
  const start = new URLSearchParams({ limit: '100', order: 'asc', ...range });
  for (let path: string | undefined = `${nouns.get(noun)?.path}?${start}`; path; ) {
    const response = await api('GET', path);
    if (response.status !== 200 || !Array.isArray(response.body))
      throw new Error(`GET ${path}: ${formatProblem(response)}`);
    await write(response.body.map((resource) => `${JSON.stringify({ [noun]: resource })}\n`).join(''));
    onPage?.(response.body.length);
    after = response.body.at(-1)?.id ?? after;
    const [, next] = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
    path = next && new URL(next).pathname + new URL(next).search;
  }
  return after;
};

/**
 * Writes all resources, parents before their children. Then writes the parents that were created in the meantime.
 * Without that, the file could hold a post without its author.
 */
export const exportAll = async (api: ApiClient, options: ExportOptions) => {
  const last = { ...options.last };
  const order = [...nouns.keys()];
  const begun = order.findLastIndex((noun) => last[noun] !== undefined);
  for (const noun of [...order.slice(Math.max(0, begun)), ...order.slice(0, -1).reverse()])
    last[noun] = await exportNoun(api, noun, { ...options, last });
};

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
export const exportFile = async (api: ApiClient, file: string, options: Pick<ExportOptions, 'since' | 'onPage'>) => {
  if (existsSync(file)) throw new Error(`${file} is already there; name another file.`);
  const partial = `${file}.partial`;
  const last = existsSync(partial) ? await resume(partial) : {};
  await exportAll(api, { ...options, last, write: (lines) => appendFileSync(partial, lines) });
  renameSync(partial, file);
};
