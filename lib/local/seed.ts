import { nounOf } from '../../functions/http/resource';
import { resources } from '../../functions/resources';

/** Fields of a sample. `parent` is the index of its parent among the samples of the parent's resource. */
type Sample = { readonly parent?: number; readonly [field: string]: string | number | undefined };

const users: readonly Sample[] = [
  { name: 'Ada Lovelace', email: 'ada@example.com' },
  { name: 'Grace Hopper', email: 'grace@example.com' },
  { name: 'Alan Turing', email: 'alan@example.com' },
];

/** Sample posts. Two have no author. */
const posts: readonly Sample[] = [
  { title: 'Notes on the Analytical Engine', content: 'It weaves algebraic patterns.', parent: 0 },
  { title: 'The first compiler', content: 'It was easier to write English.', parent: 1 },
  { title: 'On computable numbers', content: 'A number whose decimals a machine can write.', parent: 2 },
  { title: 'House rules', content: 'Be kind.' },
  { title: 'Poetical science', content: 'Imagination is the discovering faculty.', parent: 0 },
  { title: 'A moth in relay 70', content: 'First actual case of bug being found.', parent: 1 },
  { title: 'Can machines think?', content: 'A game of imitation.', parent: 2 },
  { title: 'Nanoseconds', content: 'About 30 centimetres of wire.', parent: 1 },
  { title: 'Bernoulli numbers', content: 'Note G, step by step.', parent: 0 },
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

/** Creates the samples through the API, parents before their children. Returns the id of the newest post. */
export const seed = async (url: string, headers: Record<string, string>): Promise<string | undefined> => {
  const samples: Record<string, readonly Sample[]> = { user: users, post: posts };
  const ids = new Map<string, string[]>();
  for (const resource of resources) {
    const { path, relation, examples } = resource;
    const created: string[] = [];
    ids.set(nounOf(resource), created);
    // Any other resource gets its examples, as children of the first parent.
    const others = examples.stored.map(({ id: _, ...fields }): Sample => ({ ...fields, parent: 0 }));
    for (const { parent, ...fields } of samples[nounOf(resource)] ?? others) {
      const link = relation && parent !== undefined && { [relation.attribute]: ids.get(relation.parent)?.[parent] };
      // Sends one request at a time. Three at once would start three instances of the function, which takes longer.
      created.push(await createResource(`${url}${path}`, headers, { ...fields, ...link }));
    }
  }
  return ids.get('post')?.at(-1);
};

/** Returns the id of the newest post that the service has. */
export const findNewestPost = async (url: string, headers: Record<string, string>): Promise<string | undefined> => {
  const response = await fetch(`${url}/posts?limit=1`, { headers });
  const newest = (await response.json()) as { id: string }[];
  return newest[0]?.id;
};
