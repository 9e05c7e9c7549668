import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { tableOf } from '../../support/docs/markdown';
import { median } from '../../support/docs/median';
import { temporaryFolder } from '../../support/folder';
import { exchange, send } from '../../support/http';
import { openChannel } from '../../torture/child-channel';
import { startServiceProcess } from '../../torture/service-process';

const POSTS = 1000;
const CLIENTS = 8;
const ROUNDS = 11;
const ROUND_MS = 2000;
/** V8 compiles for some 15,000 requests in each of the four instances that eight clients keep busy. */
const WARM_UP_MS = 30_000;

const agent = new Agent({ keepAlive: true });

/** Starts json-server as a process of its own. */
const startJsonServer = async (file: string) => {
  const program = join(__dirname, '..', 'peers', 'json-server.cjs');
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const { receive, stop } = openChannel(child, 'json-server');
  return { ...(await receive<{ readonly url: string }>()), stop };
};

/** Returns the requests a second of eight clients. Each waits for the response before it sends the next request. */
const measureLoad = async (url: string, nextPath: () => string, durationMs: number) => {
  const startedMs = performance.now();
  let requests = 0;
  const client = async () => {
    for (; performance.now() < startedMs + durationMs; requests++) {
      const { status } = await exchange(url, { agent, path: nextPath() });
      if (status !== 200) throw new Error(`${url} answers ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (1000 * requests) / (performance.now() - startedMs);
};

/** Measures the requests a second of the local service and of json-server, which have the same posts. */
export const measureRunner = async () => {
  const ours = await startServiceProcess(process.env.ASSEMBLY ?? '');
  const posts: { readonly id: string }[] = [];
  for (let i = 0; i < POSTS; i++) {
    const body = { title: `Post ${i}`, content: 'Some text to read. '.repeat(10) };
    posts.push((await send(ours.url, 'POST /posts', { body })).body);
  }
  const file = join(temporaryFolder(), 'db.json');
  writeFileSync(file, JSON.stringify({ posts }));
  const jsonServer = await startJsonServer(file);
  const one = () => `/posts/${posts[Math.floor(Math.random() * POSTS)]?.id}`;
  const rows: string[][] = [];
  for (const [subject, ofOurs, ofJsonServer] of [
    ['one of 1,000 posts', one, one],
    ['a page of 50', () => '/posts?limit=50', () => '/posts?_page=1&_limit=50'],
  ] as const) {
    const loads = [
      { url: ours.url, path: ofOurs, perSecond: [] as number[] },
      { url: jsonServer.url, path: ofJsonServer, perSecond: [] as number[] },
    ];
    for (const { url, path } of loads) await measureLoad(url, path, WARM_UP_MS);
    for (let round = 1; round <= ROUNDS; round++) {
      process.stderr.write(`${subject}: round ${round} of ${ROUNDS}\n`);
      for (const { url, path, perSecond } of loads) perSecond.push(await measureLoad(url, path, ROUND_MS));
    }
    rows.push([subject, ...loads.map(({ perSecond }) => String(Math.round(median(perSecond))))]);
  }
  agent.destroy();
  await ours.stop();
  await jsonServer.stop();
  return tableOf(['GET requests a second', 'the service', 'json-server'], rows);
};
