import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../../lib/root';
import { startBroken } from '../../support/broken';
import { send } from '../../support/http';
import type { Finding, Run } from '../check';
import { type Random, randomOf } from '../random';
import { startServiceProcess } from '../service-process';

type Size = { readonly users: number; readonly posts: number; readonly kills: number };

const start = (command: 'export' | 'import', url: string, file: string) => {
  const args = ['--import', require.resolve('tsx'), join(root, 'bin', `${command}.ts`), '--url', url, file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return { child, closed: once(child, 'close').then(([code]) => ({ code, said })) };
};

/** Runs a command to its end, or until it has come so far and is killed; answers whether it got to its end. */
const runUntil = async (started: ReturnType<typeof start>, hasComeFar: () => boolean) => {
  let hasEnded = false;
  const ended = started.closed.finally(() => {
    hasEnded = true;
  });
  while (!hasEnded && !hasComeFar()) await pause(2);
  if (!hasEnded) started.child.kill('SIGKILL');
  return ended;
};

const fill = async (url: string, { users, posts }: Size, random: Random) => {
  const create = async (path: string, body: object) => (await send(url, `POST ${path}`, { body })).body.id;
  const each = async (count: number, make: (index: number) => Promise<unknown>) => {
    let next = 0;
    const work = async () => {
      while (next < count) await make(next++);
    };
    await Promise.all(Array.from({ length: 8 }, work));
  };
  const ids: string[] = [];
  const user = (index: number) => ({ name: `User ${index} 👩‍💻`, email: `user-${index}@example.com` });
  await each(users, async (index) => ids.push(await create('/api/v1/users', user(index))));
  await each(posts, (index) => {
    const userId = random.chance(0.8) ? ids[random.below(ids.length)] : undefined;
    return create('/posts', { title: `Post ${index}`, content: 'x'.repeat(random.below(500)), userId });
  });
};

const timeless = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.replace(/"updatedAt":"[^"]*"/, ''));

/** How many lines of a file an import has come to. */
const doneIn = (file: string): number => {
  if (!existsSync(`${file}.done`)) return 0;
  const { user = 0, post = 0 } = JSON.parse(readFileSync(`${file}.done`, 'utf8'));
  return Math.max(user, post);
};

/** Everything out of one service and into another, killed again and again, throttled and broken off, and out of that. */
export const checkTransfer = async ({ seed, assembly, progress }: Run, size: Size): Promise<Finding[]> => {
  const random = randomOf(seed);
  const folder = mkdtempSync(join(tmpdir(), 'transfer-'));
  const [whole, cut, copy] = ['whole', 'cut', 'copy'].map((name) => join(folder, `${name}.ndjson`)) as [
    string,
    string,
    string,
  ];
  const [from, to] = [await startServiceProcess(assembly), await startServiceProcess(assembly)];
  const isBroken = () => (random.chance(0.03) ? random.pick<429 | 503 | 'gone'>([429, 503, 'gone']) : undefined);
  const [flakyFrom, flakyTo] = [await startBroken(() => from.url, isBroken), await startBroken(() => to.url, isBroken)];
  const failures: string[] = [];
  let kills = 0;
  /** Kills a command each time it has come a part further, and starts it again. */
  const insist = async (command: 'export' | 'import', url: string, comeTo: () => number, whole: number) => {
    for (let round = 1; ; round++) {
      progress(`${command}, start ${round}`);
      const target = round <= size.kills ? (whole * round) / (size.kills + 1) : Number.POSITIVE_INFINITY;
      const { code, said } = await runUntil(start(command, url, cut), () => comeTo() >= target);
      if (code === 0) return;
      if (code === null) kills++;
      else failures.push(`${command} ended with ${code}: ${said.slice(-500)}`);
      if (code !== null || round > 2 * size.kills) return;
    }
  };
  const complete = async (command: 'export' | 'import', url: string, file: string) => {
    const { code, said } = await start(command, url, file).closed;
    if (code !== 0) failures.push(`${command} ended with ${code}: ${said.slice(-500)}`);
  };
  try {
    progress('fills a service');
    await fill(from.url, size, random);
    await complete('export', from.url, whole);
    const bytes = statSync(whole).size;
    await insist('export', flakyFrom.url, () => (existsSync(cut) ? statSync(cut).size : 0), bytes);
    const lines = timeless(whole);
    if (readFileSync(cut, 'utf8') !== readFileSync(whole, 'utf8'))
      failures.push('the export that was killed is another');
    const startedMs = performance.now();
    await insist('import', flakyTo.url, () => doneIn(cut), lines.length);
    const seconds = (performance.now() - startedMs) / 1000;
    await complete('export', to.url, copy);
    const copied = timeless(copy);
    const other = lines.findIndex((line, index) => line !== copied[index]);
    if (other >= 0 || copied.length !== lines.length)
      failures.push(`line ${other + 1} of ${lines.length}, ${copied.length}: ${lines[other]} is ${copied[other]}`);
    if (kills < 2 * size.kills) failures.push(`only ${kills} of ${2 * size.kills} were killed`);
    return [
      {
        promise: 'an export and its import, killed and throttled, bring all over',
        measured: `${lines.length} lines, ${kills} × kill -9, imported in ${seconds.toFixed(0)} s`,
        failures,
      },
    ];
  } finally {
    flakyFrom.close();
    flakyTo.close();
    await Promise.all([from.stop(), to.stop()]);
    rmSync(folder, { recursive: true });
  }
};
