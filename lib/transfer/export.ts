import { type ApiClient, formatProblem } from './api';
import { collections, type ResourceKind, serializeLine } from './line';

type ExportOptions = {
  readonly write: (line: string) => void | Promise<void>;
  /** Last id of each kind that an earlier export wrote. */
  readonly last: Partial<Record<ResourceKind, string>>;
};

const nextUrlOf = (link: string | null) => /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1];

/** Writes all resources of a kind that were created after an id, oldest first. Returns the last id. */
const exportKind = async (
  api: ApiClient,
  kind: ResourceKind,
  { after, write }: { readonly after?: string; readonly write: ExportOptions['write'] },
) => {
  let last = after;
  const start = `${collections[kind]}?limit=100&order=asc${after ? `&after=${after}` : ''}`;
  for (let path: string | undefined = start; path; ) {
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
 * Writes the users, the posts, and then the users that were created in the meantime. Without the second list of users,
 * the file could hold a post without its author.
 */
export const exportAll = async (api: ApiClient, { write, last }: ExportOptions) => {
  const lastUser = last.post ? last.user : await exportKind(api, 'user', { after: last.user, write });
  await exportKind(api, 'post', { after: last.post, write });
  await exportKind(api, 'user', { after: lastUser, write });
};
