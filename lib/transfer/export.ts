import { type ApiClient, formatProblem } from './api';
import { kinds, pathOfKind, serializeLine } from './line';

type ExportOptions = {
  readonly write: (line: string) => void | Promise<void>;
  /** Last id of each kind that an earlier export wrote. */
  readonly last: Readonly<Record<string, string>>;
  /** Date or time before which nothing is exported. The API checks the value. */
  readonly since?: string;
};

const nextUrlOf = (link: string | null) => /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1];

/** Writes all resources of a kind that were created after an id, oldest first. Returns the last id. */
const exportKind = async (
  api: ApiClient,
  kind: string,
  { after, since, write }: Omit<ExportOptions, 'last'> & { readonly after?: string },
) => {
  let last = after;
  // An empty time is sent, too, so that the API refuses the time.
  const range = { ...(since !== undefined && { createdSince: since }), ...(after && { after }) };
  const start = new URLSearchParams({ limit: '100', order: 'asc', ...range });
  for (let path: string | undefined = `${pathOfKind(kind)}?${start}`; path; ) {
    const response = await api('GET', path);
    if (response.status !== 200 || !Array.isArray(response.body))
      throw new Error(`GET ${path}: ${formatProblem(response)}`);
    for (const resource of response.body) {
      await write(serializeLine(kind, resource));
      last = resource.id;
    }
    const next = nextUrlOf(response.headers.get('link'));
    path = next && new URL(next).pathname + new URL(next).search;
  }
  return last;
};

/**
 * Writes all resources, parents before their children. Then writes the parents that were created in the meantime.
 * Without that, the file could hold a post without its author.
 */
export const exportAll = async (api: ApiClient, { write, last: found, since }: ExportOptions) => {
  const last = new Map(Object.entries(found));
  const order = [...kinds.keys()];
  const begun = order.findLastIndex((kind) => last.has(kind));
  const exportNext = async (kind: string) => {
    const id = await exportKind(api, kind, { after: last.get(kind), since, write });
    if (id) last.set(kind, id);
  };
  for (const kind of order.slice(Math.max(0, begun))) await exportNext(kind);
  for (const kind of order.slice(0, -1).reverse()) await exportNext(kind);
};
