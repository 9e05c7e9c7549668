import { randomUUID } from 'node:crypto';
import { serve } from '../local/serve';
import type { RouteName } from './budget';
import { median } from './median';

const ROUNDS = 60;

/** Sends a request such as `GET /posts` and returns the path in the `Location` of its response. */
type SendRequest = (line: string, body?: object) => Promise<string>;

const newUser = () => ({ name: 'Ada', email: `${randomUUID()}@example.com` });
const newPost = (userId: string) => ({ title: 'A title', content: 'x'.repeat(800), userId });

/** Sends one request to each route. */
const callEachRoute = async (send: SendRequest) => {
  const user = await send('POST /api/v1/users', newUser());
  const userId = user.slice(-36);
  const post = await send('POST /posts', newPost(userId));
  for (const path of ['/', '/openapi.json', '/docs', '/nowhere', '/api/v1/users', '/posts', user, post])
    await send(`GET ${path}`);
  await send(`PUT ${user}`, newUser());
  await send(`PATCH ${user}`, { name: 'Ada Lovelace' });
  await send(`PUT ${post}`, newPost(userId));
  await send(`PATCH ${post}`, { title: 'Another' });
  await send(`DELETE ${post}`);
  await send(`DELETE ${user}`);
};

/** Measures the milliseconds of each route's function: the median of 60 requests to the local service. */
export const measureRoutes = async (assembly: string): Promise<Record<RouteName, number>> => {
  const times: Record<string, number[]> = {};
  const onLog = (name: string, line: string) => {
    const { ms }: { ms?: number } = line.startsWith('{') ? JSON.parse(line) : {};
    if (ms !== undefined) times[name] = [...(times[name] ?? []), ms];
  };
  const local = await serve({ assembly, port: 0, onLog });
  try {
    const send: SendRequest = async (line, body) => {
      const [method, path = '/'] = line.split(' ');
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(local.url + path, { method, headers, body: body && JSON.stringify(body) });
      await response.text();
      const { pathname } = new URL(response.headers.get('location') ?? '/', local.url);
      return pathname;
    };
    for (let round = 0; round < ROUNDS; round++) await callEachRoute(send);
  } finally {
    await local.close();
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)])) as Record<
    RouteName,
    number
  >;
};
