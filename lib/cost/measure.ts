import { randomUUID } from 'node:crypto';
import { serve } from '../local/serve';
import type { Name } from './budget';

const TIMES = 60;

type Ask = (line: string, body?: object) => Promise<string>;

const newUser = () => ({ name: 'Ada', email: `${randomUUID()}@example.com` });
const newPost = (userId: string) => ({ title: 'A title', content: 'x'.repeat(800), userId });

/** One request of each route, those that it needs before it not counted: what they log is told apart by the route. */
const once = async (ask: Ask) => {
  const user = await ask('POST /api/v1/users', newUser());
  const userId = user.slice(-36);
  const post = await ask('POST /posts', newPost(userId));
  for (const path of ['/', '/openapi.json', '/docs', '/nowhere', '/api/v1/users', '/posts', user, post])
    await ask(`GET ${path}`);
  await ask(`PUT ${user}`, newUser());
  await ask(`PATCH ${user}`, { name: 'Ada Lovelace' });
  await ask(`PUT ${post}`, newPost(userId));
  await ask(`PATCH ${post}`, { title: 'Another' });
  await ask(`DELETE ${post}`);
  await ask(`DELETE ${user}`);
};

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Milliseconds of each route's function, the median of some requests to the local service. */
export const measure = async (assembly: string): Promise<Record<Name, number>> => {
  const times: Record<string, number[]> = {};
  const onLog = (name: string, line: string) => {
    const { ms }: { ms?: number } = line.startsWith('{') ? JSON.parse(line) : {};
    if (ms !== undefined) times[name] = [...(times[name] ?? []), ms];
  };
  const local = await serve({ assembly, port: 0, onLog });
  try {
    const ask: Ask = async (line, body) => {
      const [method, path = '/'] = line.split(' ');
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(local.url + path, { method, headers, body: body && JSON.stringify(body) });
      await response.text();
      const { pathname } = new URL(response.headers.get('location') ?? '/', local.url);
      return pathname;
    };
    for (let time = 0; time < TIMES; time++) await once(ask);
  } finally {
    await local.close();
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)])) as Record<
    Name,
    number
  >;
};
