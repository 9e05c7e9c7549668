import { closeSync, existsSync, openSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { type ApiClient, formatProblem } from './api';
import { nouns, readLines } from './line';

type LastIds = Readonly<Record<string, string | undefined>>;
type ExportOptions = {
  readonly write: (line: string) => void | Promise<void>;
  /** Last id of each noun that an earlier export wrote. */
  readonly last?: LastIds;
  /** Date or time before which nothing is exported. The API checks the value. */
  readonly since?: string;
};

/** Writes all resources of a noun that were created after an id, oldest first. Returns the last id. */
const exportNoun = async (api: ApiClient, noun: string, after: string | undefined, { since, write }: ExportOptions) => {
  let last = after;
  // An empty time is sent, too, so that the API refuses the time.
  const range = { ...(since !== undefined && { createdSince: since }), ...(after && { after }) };
  const start = new URLSearchParams({ limit: '100', order: 'asc', ...range });
  for (let path: string | undefined = `${nouns.get(noun)?.path}?${start}`; path; ) {
    const response = await api('GET', path);
    if (response.status !== 200 || !Array.isArray(response.body))
      throw new Error(`GET ${path}: ${formatProblem(response)}`);
    for (const resource of response.body) {
      await write(`${JSON.stringify({ [noun]: resource })}\n`);
      last = resource.id;
    }
    const [, next] = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
    path = next && new URL(next).pathname + new URL(next).search;
  }
  return last;
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
    last[noun] = await exportNoun(api, noun, last[noun], options);
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
export const exportFile = async (api: ApiClient, file: string, options: Pick<ExportOptions, 'since'>) => {
  if (existsSync(file)) throw new Error(`${file} is already there; name another file.`);
  const partial = `${file}.partial`;
  const last = existsSync(partial) ? await resume(partial) : {};
  const fd = openSync(partial, 'a');
  let count = 0;
  const progress = setInterval(() => process.stderr.write(`${count} exported\n`), 5000);
  const write = (line: string) => {
    writeFileSync(fd, line);
    count++;
  };
  try {
    await exportAll(api, { ...options, last, write });
  } finally {
    clearInterval(progress);
    closeSync(fd);
  }
  renameSync(partial, file);
  return count;
};
