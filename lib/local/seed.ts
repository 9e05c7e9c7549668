import { nounOf } from '../../functions/http/resource';
import { resources } from '../../functions/resources';

const users = [
  { name: 'Ada Lovelace', email: 'ada@example.com' },
  { name: 'Grace Hopper', email: 'grace@example.com' },
  { name: 'Alan Turing', email: 'alan@example.com' },
];

/** Sample posts. `author` is an index into `users`. Two posts have no author. */
const posts: readonly { readonly title: string; readonly content: string; readonly author?: number }[] = [
  { title: 'Notes on the Analytical Engine', content: 'It weaves algebraic patterns.', author: 0 },
  { title: 'The first compiler', content: 'It was easier to write English.', author: 1 },
  { title: 'On computable numbers', content: 'A number whose decimals a machine can write.', author: 2 },
  { title: 'House rules', content: 'Be kind.' },
  { title: 'Poetical science', content: 'Imagination is the discovering faculty.', author: 0 },
  { title: 'A moth in relay 70', content: 'First actual case of bug being found.', author: 1 },
  { title: 'Can machines think?', content: 'A game of imitation.', author: 2 },
  { title: 'Nanoseconds', content: 'About 30 centimetres of wire.', author: 1 },
  { title: 'Bernoulli numbers', content: 'Note G, step by step.', author: 0 },
  { title: 'Welcome', content: 'Change me, or delete me.' },
];

const createResource = async (url: string, headers: Record<string, string>, resource: object): Promise<string> => {
  const allHeaders = { 'content-type': 'application/json', ...headers };
  const response = await fetch(url, { method: 'POST', headers: allHeaders, body: JSON.stringify(resource) });
  const text = await response.text();
  if (response.status === 401) throw new Error('The stage has authentication; start with --auth, or with --empty');
  if (response.status !== 201) throw new Error(`Seeding stopped: POST ${url} answered ${response.status} ${text}`);
  return JSON.parse(text).id;
};

/** Creates the sample users and posts through the API, the oldest post first. Returns the id of the newest post. */
export const seed = async (url: string, headers: Record<string, string>): Promise<string | undefined> => {
  const create = (path: string, resource: object) => createResource(`${url}${path}`, headers, resource);
  let newestId: string | undefined;
  // Sends one request at a time. Three users at once would start three instances of the function, which takes longer.
  const userIds: string[] = [];
  for (const user of users) userIds.push(await create('/api/v1/users', user));
  for (const { author, ...post } of posts) {
    newestId = await create('/posts', author === undefined ? post : { ...post, userId: userIds[author] });
  }
  const newest = new Map([
    ['user', userIds.at(-1)],
    ['post', newestId],
  ]);
  // Any other resource gets its examples, as children of the newest parent.
  for (const resource of resources.filter((each) => !newest.has(nounOf(each)))) {
    const { path, relation, examples } = resource;
    for (const { id: _, ...fields } of examples.stored) {
      const parent = relation && { [relation.attribute]: newest.get(relation.parent) };
      newest.set(nounOf(resource), await create(path, { ...fields, ...parent }));
    }
  }
  return newestId;
};

/** Returns the id of the newest post that the service has. */
export const findNewestPost = async (url: string, headers: Record<string, string>): Promise<string | undefined> => {
  const response = await fetch(`${url}/posts?limit=1`, { headers });
  const newest = (await response.json()) as { id: string }[];
  return newest[0]?.id;
};
