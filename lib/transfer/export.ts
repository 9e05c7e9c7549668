import { type Api, reasonOf } from './api';
import { collections, type Kind, serialize } from './line';

type Options = {
  readonly write: (line: string) => void | Promise<void>;
  /** The last ids that an earlier export came to. */
  readonly last: Partial<Record<Kind, string>>;
};

const nextOf = (link: string | null) => /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1];

/** All of a kind behind an id, oldest first; answers the last id. */
const walk = async (api: Api, kind: Kind, after: string | undefined, write: Options['write']) => {
  let last = after;
  const start = `${collections[kind]}?limit=100&order=asc${after ? `&after=${after}` : ''}`;
  for (let path: string | undefined = start; path; ) {
    const answer = await api('GET', path);
    if (answer.status !== 200 || !Array.isArray(answer.body)) throw new Error(`GET ${path}: ${reasonOf(answer)}`);
    for (const resource of answer.body) {
      await write(serialize(kind, resource));
      last = resource.id;
    }
    const next = nextOf(answer.headers.get('link'));
    path = next && new URL(next).pathname + new URL(next).search;
  }
  return last;
};

/**
 * Everything, a line each: the users, the posts, and then the users who came meanwhile, so that no post is without its
 * author in the file.
 */
export const exportAll = async (api: Api, { write, last }: Options) => {
  const user = last.post ? last.user : await walk(api, 'user', last.user, write);
  await walk(api, 'post', last.post, write);
  await walk(api, 'user', user, write);
};
