import { appendFileSync, existsSync, renameSync, statSync, truncateSync } from 'node:fs';
import { type ApiAccess, type ApiClient, formatProblem } from './api';
import { type Exported, exported, MALFORMED, type Members, readLines, SOURCE } from './line';

type LastIds = Readonly<Record<string, string | undefined>>;

const MAX_LIMIT = 100;
const MAX_IDS = 50;
const LAST_ID = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

/**
 * Yields the pages of a list, oldest first, and the last id of each. The API leaves malformed items out, so a page with
 * fewer items than its limit is read again with that number as its limit. A page without items stands for a malformed one.
 */
async function* listAll(api: ApiClient, path: string, { after = '', ...range }: Record<string, string>) {
  const read = async (query: Record<string, string>, headers = {}) => {
    const target = `${path}?${new URLSearchParams(query)}`;
    const response = await api('GET', target, { headers });
    const { status, headers: given, body } = response;
    if (status !== 200 || !Array.isArray(body)) throw new Error(`GET ${target}: ${formatProblem(response)}`);
    const [, next] = /[?&]after=([^&>]+)[^>]*>; rel="next"/.exec(given.get('link') ?? '') ?? [];
    return { page: body, id: next ?? body.at(-1)?.id, next, total: Number(given.get('x-total-count')) };
  };
  for (let limit = MAX_LIMIT; ; ) {
    const { page, id, next } = await read({ limit: `${limit}`, order: 'asc', ...range, ...(after && { after }) });
    const isSure = page.length === limit || limit === 1;
    if (isSure && !id) break;
    if (isSure) yield { page, id };
    if (isSure && !next) return;
    [after, limit] = isSure ? [id, MAX_LIMIT] : [after, Math.max(1, page.length)];
  }
  // No next page begins in front of a malformed item at the end. A count with `after` includes malformed items.
  const newest = { limit: '1', order: 'desc', ...range, after: LAST_ID };
  const { page, id, total } = await read(newest, { prefer: 'count=exact' });
  if (page.length === 0 && id !== after && (id || total > 0)) yield { page, id };
}

/** Reads resources by id through one version. A page that ends early names the ids that are left. */
const readById = async (api: ApiClient, path: string, ids: readonly string[]) => {
  const found = new Map<string, Members>();
  for (let rest = ids; rest.length > 0; ) {
    const target = `${path}?id=${rest.slice(0, MAX_IDS).join('&id=')}`;
    const response = await api('GET', target);
    const { status, headers, body } = response;
    if (status !== 200 || !Array.isArray(body)) throw new Error(`GET ${target}: ${formatProblem(response)}`);
    for (const resource of body) found.set(resource.id, resource);
    const [, next] = /\?([^>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
    rest = [...new URLSearchParams(next).getAll('id'), ...rest.slice(MAX_IDS)];
  }
  return found;
};

/** Makes the lines of a page, with the fields that only other versions show. A resource without them was deleted meanwhile. */
const linesOf = async (api: ApiClient, [noun, , others]: Exported, page: readonly Members[]) => {
  const ids = page.map(({ id }) => String(id));
  const found = await Promise.all(others.map(({ resource }) => readById(api, resource.path, ids)));
  return page.flatMap((resource): object[] => {
    const parts = others.flatMap(({ noun: other, names }, at) => {
      const shown = found[at]?.get(String(resource.id));
      return shown ? [[other, Object.fromEntries(names.map((name) => [name, shown[name]]))] as const] : [];
    });
    return parts.length === others.length ? [{ [noun]: resource, ...Object.fromEntries(parts) }] : [];
  });
};

/**
 * Yields the lines of all resources in pages, parents before their children. Then yields the parents that were created in
 * the meantime. Without that, a file could hold a child without its parent. `written` has the last ids of an earlier export.
 */
export async function* exportAll(api: ApiClient, since?: string, written: LastIds = {}) {
  const last = { ...written };
  const begun = exported.findLastIndex(([noun]) => last[noun] !== undefined);
  for (const each of [...exported.slice(Math.max(0, begun)), ...exported.slice(0, -1).reverse()]) {
    const [noun, { path }] = each;
    const after = last[noun];
    // An empty time is sent, too, so that the API refuses the time.
    const range = { ...(since !== undefined && { createdSince: since }), ...(after && { after }) };
    for await (const { page, id } of listAll(api, path, range)) {
      const lines = page.length > 0 ? await linesOf(api, each, page) : [{ [MALFORMED + noun]: id ?? '' }];
      yield lines.map((line) => `${JSON.stringify(line)}\n`);
      last[noun] = id;
    }
  }
}

/** Removes the end of an unfinished export, from a cut line or a malformed item on. Returns the last ids. */
const resume = async (file: string, source: string) => {
  appendFileSync(file, '');
  const { size } = statSync(file);
  let [end, last]: [number, LastIds] = [0, {}];
  for await (const { text, noun, resource } of readLines(file)) {
    const nextEnd = end + Buffer.byteLength(text) + 1;
    if (nextEnd > size) break;
    if (end === 0 && text !== source)
      throw new Error(`${file} does not begin with ${source}; name another file, or delete that one.`);
    if (!noun) break;
    [end, last] = [nextEnd, { ...last, [noun]: String(resource.id) }];
  }
  truncateSync(file, end);
  if (end === 0) appendFileSync(file, `${source}\n`);
  return last;
};

/** Exports into a new file. Writes `<file>.partial` first, which the next export of the same file continues. */
export async function* exportFile(api: ApiClient, file: string, { url, since }: ApiAccess & { since?: string }) {
  if (existsSync(file)) throw new Error(`${file} is already there; name another file.`);
  const partial = `${file}.partial`;
  // The origin of a URL has no password and no query.
  const last = await resume(partial, JSON.stringify({ [SOURCE]: { url: new URL(url).origin, since } }));
  for await (const lines of exportAll(api, since, last)) {
    appendFileSync(partial, lines.join(''));
    yield lines;
  }
  renameSync(partial, file);
}
