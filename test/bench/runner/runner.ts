import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../../lib/build/bundle';
import { median } from '../../../lib/cost/median';
import { tableOf } from '../../../lib/docs/markdown';
import { root } from '../../../lib/root';
import { synthesize } from '../../../lib/stack/synthesize';
import type { BenchPart } from '../part';
import { findNode24 } from '../speed/node-24';
import { type BenchServer, startServer } from './servers';

const POSTS = 1000;
const CLIENTS = 8;
const ROUND_MS = 2000;
/** V8 compiles for some 15,000 requests in each of the four instances that eight clients keep busy. */
const WARM_UP_MS = 30_000;
const pagePaths = { 'the service': '/posts?limit=50', 'json-server': '/posts?_page=1&_limit=50' };

/** The Node options of `npm start`. */
const nodeOptions = ['--require', join(root, 'lib', 'build', 'typescript.cjs')];

type BenchPost = { readonly id: string };
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

const send = (url: string, method = 'GET', body?: object) =>
  new Promise<string>((resolve, reject) => {
    const headers = body && { 'content-type': 'application/json' };
    const outgoing = request(url, { agent, method, headers }, (incoming) => {
      const status = incoming.statusCode ?? 500;
      let text = '';
      incoming.on('data', (chunk) => {
        text += chunk;
      });
      incoming.on('end', () =>
        status < 300 ? resolve(text) : reject(new Error(`${method} ${url} is answered ${status}: ${text}`)),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body && JSON.stringify(body));
  });

/** Measures a server under eight clients. Each client waits for the response before it sends the next request. */
const measureLoad = async (server: BenchServer, nextPath: () => string, durationMs: number) => {
  const before = await server.cpu();
  const startedMs = performance.now();
  let requests = 0;
  const client = async () => {
    for (; performance.now() < startedMs + durationMs; requests++) await send(server.url + nextPath());
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const after = await server.cpu();
  const seconds = (performance.now() - startedMs) / 1000;
  const treeMs = after.treeMs !== undefined && before.treeMs !== undefined ? after.treeMs - before.treeMs : Number.NaN;
  return { perSecond: requests / seconds, ownMs: (after.ownMs - before.ownMs) / requests, treeMs: treeMs / requests };
};

/** Starts the local service and json-server with the same posts. */
const startBoth = async (folder: string) => {
  process.env.CDK_VALIDATION = 'false';
  await bundle(join(folder, 'bundles'));
  const assembly = synthesize(join(folder, 'assembly'), join(folder, 'bundles'));
  const node = findNode24();
  const ours = await startServer('the service', node, [...nodeOptions, join(__dirname, 'serving.ts'), assembly]);
  const posts: BenchPost[] = [];
  for (let i = 0; i < POSTS; i++) {
    const body = { title: `Post ${i}`, content: 'Some text to read. '.repeat(10) };
    posts.push(JSON.parse(await send(`${ours.url}/posts`, 'POST', body)));
  }
  writeFileSync(join(folder, 'db.json'), JSON.stringify({ posts }));
  const program = join(__dirname, '..', 'peers', 'json-server.cjs');
  const jsonServer = await startServer('json-server', node, [program, join(folder, 'db.json')]);
  return { servers: [ours, jsonServer], posts };
};

/** Measures the requests a second and the CPU time of a request, for the local service and for json-server. */
export const measureRunner: BenchPart = async ({ rounds, progress }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  progress('starting the local service and json-server');
  const { servers, posts } = await startBoth(folder);
  try {
    const rows: string[][] = [];
    for (const [subject, pathOf] of Object.entries({
      'one of 1,000 posts': () => `/posts/${posts[Math.floor(Math.random() * POSTS)]?.id}`,
      'a page of 50': (name: string) => pagePaths[name as keyof typeof pagePaths],
    })) {
      const loads = new Map(servers.map(({ name }): [string, Awaited<ReturnType<typeof measureLoad>>[]] => [name, []]));
      for (let round = 0; round <= rounds; round++) {
        for (const server of servers) {
          progress(`${subject}: round ${round} of ${rounds}, ${server.name}`);
          const measured = await measureLoad(server, () => pathOf(server.name), round === 0 ? WARM_UP_MS : ROUND_MS);
          if (round > 0) loads.get(server.name)?.push(measured);
        }
      }
      for (const [name, all] of loads) {
        const medianOf = (figure: 'perSecond' | 'ownMs' | 'treeMs') => median(all.map((measured) => measured[figure]));
        const perSecond = String(Math.round(medianOf('perSecond')));
        rows.push([subject, name, perSecond, medianOf('ownMs').toFixed(2), medianOf('treeMs').toFixed(2)]);
      }
    }
    return tableOf(['GET', 'server', 'requests a second', 'CPU ms a request', 'with its database'], rows);
  } finally {
    agent.destroy();
    for (const server of servers) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
