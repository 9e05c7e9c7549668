import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../../lib/build/bundle';
import { root } from '../../../lib/root';
import { synthesize } from '../../../lib/stack/synthesize';
import { median, type Part, table } from '../part';
import { findNode24 } from '../speed/node-24';
import { type Server, startServer } from './servers';

const POSTS = 1000;
const CLIENTS = 8;
const ROUND_MS = 2000;
/** V8 goes on compiling for some 15,000 requests, in each of the four instances that so many clients keep busy. */
const WARM_UP_MS = 30_000;
const page = { 'the service': '/posts?limit=50', 'json-server': '/posts?_page=1&_limit=50' };

/** As `npm start` does. */
const asStarted = ['--require', join(root, 'lib', 'build', 'typescript.cjs')];

type Post = { readonly id: string };
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

const ask = (url: string, method = 'GET', body?: object) =>
  new Promise<string>((resolve, reject) => {
    const headers = body && { 'content-type': 'application/json' };
    const asked = request(url, { agent, method, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => ((answer.statusCode ?? 500) < 300 ? resolve(text) : reject(new Error(`${url}: ${text}`))));
    });
    asked.on('error', reject);
    asked.end(body && JSON.stringify(body));
  });

/** Eight clients, each of which sends its next request when it has the answer to the last one. */
const load = async (server: Server, next: () => string, forMs: number) => {
  const before = await server.cpu();
  const startedMs = performance.now();
  let requests = 0;
  const client = async () => {
    for (; performance.now() < startedMs + forMs; requests++) await ask(server.url + next());
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const after = await server.cpu();
  const seconds = (performance.now() - startedMs) / 1000;
  const wholeMs = after.treeMs !== undefined && before.treeMs !== undefined ? after.treeMs - before.treeMs : Number.NaN;
  return { perSecond: requests / seconds, ownMs: (after.ownMs - before.ownMs) / requests, wholeMs: wholeMs / requests };
};

/** The synthesized stack, and json-server, with the same posts. */
const startBoth = async (folder: string) => {
  process.env.CDK_VALIDATION = 'false';
  await bundle(join(folder, 'bundles'));
  const assembly = synthesize(join(folder, 'assembly'), join(folder, 'bundles'));
  const node = findNode24();
  const ours = await startServer('the service', node, [...asStarted, join(__dirname, 'serving.ts'), assembly]);
  const posts: Post[] = [];
  for (let i = 0; i < POSTS; i++) {
    const body = { title: `Post ${i}`, content: 'Some text to read. '.repeat(10) };
    posts.push(JSON.parse(await ask(`${ours.url}/posts`, 'POST', body)));
  }
  writeFileSync(join(folder, 'db.json'), JSON.stringify({ posts }));
  const program = join(__dirname, '..', 'peers', 'json-server.cjs');
  const theirs = await startServer('json-server', node, [program, join(folder, 'db.json')]);
  return { servers: [ours, theirs], posts };
};

/** Requests a second and processor time a request of the local service, beside json-server. */
export const measureRunner: Part = async ({ rounds, progress }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  progress('starts the local service and json-server');
  const { servers, posts } = await startBoth(folder);
  try {
    const rows: string[][] = [];
    for (const [what, pathOf] of Object.entries({
      'one of 1,000 posts': () => `/posts/${posts[Math.floor(Math.random() * POSTS)]?.id}`,
      'a page of 50': (name: string) => page[name as keyof typeof page],
    })) {
      const taken = new Map(servers.map(({ name }): [string, Awaited<ReturnType<typeof load>>[]] => [name, []]));
      for (let round = 0; round <= rounds; round++) {
        for (const server of servers) {
          progress(`${what}: round ${round} of ${rounds}, ${server.name}`);
          const one = await load(server, () => pathOf(server.name), round === 0 ? WARM_UP_MS : ROUND_MS);
          if (round > 0) taken.get(server.name)?.push(one);
        }
      }
      for (const [name, all] of taken) {
        const [perSecond, ownMs, wholeMs] = (['perSecond', 'ownMs', 'wholeMs'] as const).map((of) =>
          median(all.map((one) => one[of])),
        );
        rows.push([what, name, String(Math.round(perSecond ?? 0)), (ownMs ?? 0).toFixed(2), (wholeMs ?? 0).toFixed(2)]);
      }
    }
    return table(['GET', 'by', 'requests a second', 'ms of processor a request', 'with its database'], rows);
  } finally {
    agent.destroy();
    for (const server of servers) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
