const users = [
  { name: 'Ada Lovelace', email: 'ada@example.com' },
  { name: 'Grace Hopper', email: 'grace@example.com' },
  { name: 'Alan Turing', email: 'alan@example.com' },
];

/** `by` is the place of the author among the users; two posts have none. */
const posts: { title: string; content: string; by?: number }[] = [
  { title: 'Notes on the Analytical Engine', content: 'It weaves algebraic patterns.', by: 0 },
  { title: 'The first compiler', content: 'It was easier to write English.', by: 1 },
  { title: 'On computable numbers', content: 'A number whose decimals a machine can write.', by: 2 },
  { title: 'House rules', content: 'Be kind.' },
  { title: 'Poetical science', content: 'Imagination is the discovering faculty.', by: 0 },
  { title: 'A moth in relay 70', content: 'First actual case of bug being found.', by: 1 },
  { title: 'Can machines think?', content: 'A game of imitation.', by: 2 },
  { title: 'Nanoseconds', content: 'About 30 centimetres of wire.', by: 1 },
  { title: 'Bernoulli numbers', content: 'Note G, step by step.', by: 0 },
  { title: 'Welcome', content: 'Change me, or delete me.' },
];

/** Fills an empty service through its own API, oldest post first; gives the id of the newest. */
export async function seed(url: string, headers: Record<string, string>): Promise<string | undefined> {
  const create = (path: string, resource: object) => post(`${url}${path}`, headers, resource);
  let newestId: string | undefined;
  // One after the other: three at once would start three instances, and that takes longer.
  const userIds: string[] = [];
  for (const user of users) userIds.push(await create('/api/v1/users', user));
  for (const { by, ...post } of posts) {
    newestId = await create('/posts', by === undefined ? post : { ...post, userId: userIds[by] });
  }
  return newestId;
}

async function post(url: string, headers: Record<string, string>, resource: object): Promise<string> {
  const all = { 'content-type': 'application/json', ...headers };
  const response = await fetch(url, { method: 'POST', headers: all, body: JSON.stringify(resource) });
  const text = await response.text();
  if (response.status === 401) throw new Error('The stage has authentication; start with --auth, or with --empty');
  if (response.status !== 201) throw new Error(`Seeding stopped: POST ${url} answered ${response.status} ${text}`);
  return JSON.parse(text).id;
}
