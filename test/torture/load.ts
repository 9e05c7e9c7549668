import { Agent, request } from 'node:http';
import type { Random } from './random';

type Ask = { readonly line: string; readonly body?: object };
/** `kept` is what a PUT leaves as it is: as its clients do, who edit what they have read. */
type Thing = { readonly path: string; readonly kept: object };

const POSTS = 300;
const AUTHORS = 20;
/** What is due while all are in use goes out late, and that counts as latency. */
const CONNECTIONS = 64;

/** A mixed load on a service, of a size that stays: what is deleted is created again. */
export const startLoad = (url: URL, random: Random) => {
  const agent = new Agent({ keepAlive: true, noDelay: true, maxSockets: CONNECTIONS });
  const posts: Thing[] = [];
  const users: Thing[] = [];
  const authors: Thing[] = [];
  /** What somebody deleted, perhaps a moment ago. */
  const removed = new Set<string>();
  const refused: string[] = [];
  let made = 0;

  const send = ({ line, body }: Ask) =>
    new Promise<string>((resolve) => {
      const [method, path = ''] = line.split(' ');
      const json = body && JSON.stringify(body);
      const headers = json ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) } : {};
      const sent = request({ agent, hostname: url.hostname, port: url.port, method, path, headers }, (answer) => {
        const { statusCode = 0, headers: given } = answer;
        const isDeleted = statusCode === 404 && removed.has(path);
        if (statusCode >= 400 && !isDeleted) refused.push(`${line} is answered ${statusCode}`);
        answer.resume();
        answer.on('end', () => resolve(given.location ?? ''));
      });
      sent.on('error', (error) => {
        refused.push(`${line} is not answered: ${error.message}`);
        resolve('');
      });
      sent.end(json);
    });

  const text = (length: number) => 'Some text to store. '.repeat(Math.ceil(length / 20));
  const post = () => ({ title: `Post ${++made}`, content: text(random.below(2000)) });
  const user = () => ({ name: `User ${++made}` });
  const create = async (line: string, body: object, kept: object, pool: Thing[]) => {
    const location = await send({ line, body: { ...body, ...kept } });
    if (location) pool.push({ path: new URL(location).pathname, kept });
  };
  const one = (pool: readonly Thing[]) => pool[random.below(pool.length)] ?? { path: '/', kept: {} };
  const author = () => one(authors).path.slice(-36);
  const createPost = () => create('POST /posts', post(), random.chance(0.5) ? { userId: author() } : {}, posts);
  const createUser = (pool = users) =>
    create('POST /api/v1/users', user(), { email: `${random.below(2 ** 32)}-${++made}@example.com` }, pool);
  const replace = ({ path, kept }: Thing, body: object) => send({ line: `PUT ${path}`, body: { ...body, ...kept } });
  const remove = (pool: Thing[]) => {
    const [{ path } = one(pool)] = pool.splice(random.below(pool.length), 1);
    removed.add(path);
    return send({ line: `DELETE ${path}` });
  };

  const ways: [share: number, ask: () => Promise<unknown>][] = [
    [35, () => send({ line: `GET ${one(posts).path}` })],
    [10, () => send({ line: `GET ${one(users).path}` })],
    [10, () => send({ line: 'GET /posts?limit=20' })],
    [3, () => send({ line: 'GET /api/v1/users?limit=20' })],
    [2, () => send({ line: `GET /posts?limit=20&userId=${author()}` })],
    [16, () => (posts.length < POSTS ? createPost() : remove(posts))],
    [4, () => (users.length < POSTS ? createUser() : remove(users))],
    [8, () => replace(one(posts), post())],
    [2, () => replace(one(users), user())],
    [8, () => send({ line: `PATCH ${one(posts).path}`, body: { title: `Post ${++made}` } })],
    [2, () => send({ line: `PATCH ${one(users).path}`, body: { name: `User ${++made}` } })],
  ];
  const hundred = ways.flatMap(([share, ask]) => Array.from({ length: share }, () => ask));

  return {
    refused,
    prepare: async () => {
      while (authors.length < AUTHORS) await createUser(authors);
      while (users.length < POSTS) await createUser();
      while (posts.length < POSTS) await createPost();
    },
    /** One request of the mix. */
    step: () => hundred[random.below(hundred.length)]?.(),
    stop: () => agent.destroy(),
  };
};
