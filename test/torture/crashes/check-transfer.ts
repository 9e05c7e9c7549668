import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { hook, root } from '../../../lib/root';
import { startBroken } from '../../support/broken';
import { temporaryFolder } from '../../support/folder';
import { send } from '../../support/http';
import { startOwnDatabase } from '../../support/own-database';
import type { CheckRun, Finding } from '../check';
import { killTree, startLocalService } from '../local-service';
import { type Random, randomOf } from '../random';

type TransferSize = { readonly users: number; readonly posts: number; readonly kills: number };

type Command = 'export' | 'import';

const start = (command: Command, url: string, file: string) => {
  const args = ['--require', hook, join(root, 'bin', `${command}.ts`), '--url', url, file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.on('data', (chunk) => {
    printed += chunk;
  });
  return { child, closed: once(child, 'close').then(([code]) => ({ code, printed })) };
};

/** Waits for a command, and kills it when it reaches a point. Its exit code is null when it was killed. */
const runUntil = async ({ child, closed }: ReturnType<typeof start>, hasReached: () => boolean) => {
  while (child.exitCode === null && !hasReached()) await pause(2);
  child.kill('SIGKILL');
  return closed;
};

const fill = async (url: string, { users, posts }: TransferSize, random: Random) => {
  const create = async (path: string, body: object) => (await send(url, `POST ${path}`, { body })).body.id;
  const createMany = async (count: number, createOne: (index: number) => Promise<unknown>) => {
    let next = 0;
    const worker = async () => {
      while (next < count) await createOne(next++);
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  };
  const ids: string[] = [];
  const user = (index: number) => ({ name: `User ${index} 👩‍💻`, email: `user-${index}@example.com` });
  await createMany(users, async (index) => ids.push(await create('/api/v1/users', user(index))));
  await createMany(posts, (index) => {
    const userId = random.chance(0.8) ? ids[random.below(ids.length)] : undefined;
    return create('/posts', { title: `Post ${index}`, content: 'x'.repeat(random.below(500)), userId });
  });
};

/** Reads the lines of a file behind the first one, which names the source. */
const linesOf = (file: string) => readFileSync(file, 'utf8').trim().split('\n').slice(1);

/** Reads the lines of a file without `updatedAt`, because an import sets that field anew. */
const linesWithoutTime = (file: string) => linesOf(file).map((line) => line.replace(/"updatedAt":"[^"]*"/, ''));

/**
 * Exports all data of one service, imports it into another, and exports it from there. The commands are killed again
 * and again, and some of their requests are throttled, fail or lose their connection. Both exports must be equal.
 */
export const checkTransfer = async ({ seed, progress }: CheckRun, size: TransferSize): Promise<Finding> => {
  const random = randomOf(seed);
  const folder = temporaryFolder();
  const fileOf = (name: string) => join(folder, `${name}.ndjson`);
  const [complete, interrupted, copy] = [fileOf('complete'), fileOf('interrupted'), fileOf('copy')];
  // Keeps the data in memory, because the check kills the commands and not the services.
  const databases = [await startOwnDatabase(), await startOwnDatabase()] as const;
  const [from, to] = [
    await startLocalService(folder, databases[0].endpoint),
    await startLocalService(folder, databases[1].endpoint),
  ];
  const nextFault = () => (random.chance(0.03) ? random.pick<429 | 503 | 'gone'>([429, 503, 'gone']) : undefined);
  const flakyFrom = await startBroken(() => from.url, nextFault);
  /** Requests of all imports so far. An import that is started again sends every line again. */
  let imported = 0;
  const flakyTo = await startBroken(
    () => to.url,
    (count) => {
      imported = count;
      return nextFault();
    },
  );
  const failures: string[] = [];
  let kills = 0;
  const rejects = () => {
    const file = `${interrupted}.rejects.ndjson`;
    return existsSync(file) ? readFileSync(file, 'utf8').slice(0, 2000) : '';
  };
  /** Runs a command until it succeeds. Each start is killed a step further, measured by `reached` of `total`. */
  const runWithKills = async (command: Command, url: string, reached: () => number, total: number) => {
    for (let round = 1; ; round++) {
      progress(`${command}, start ${round}`);
      const target = round <= size.kills ? (total * round) / (size.kills + 1) : Number.POSITIVE_INFINITY;
      const { code, printed } = await runUntil(start(command, url, interrupted), () => reached() >= target);
      if (code === 0) return;
      if (code === null) kills++;
      else failures.push(`${command} ended with exit code ${code}: ${printed.slice(-500)}${rejects()}`);
      if (code !== null || round > 2 * size.kills) return;
    }
  };
  const runOnce = async (command: Command, url: string, file: string) => {
    const { code, printed } = await start(command, url, file).closed;
    if (code !== 0) failures.push(`${command} ended with exit code ${code}: ${printed.slice(-500)}`);
  };
  try {
    progress('creating users and posts');
    await fill(from.url, size, random);
    await runOnce('export', from.url, complete);
    const bytes = statSync(complete).size;
    const exportedBytes = () => statSync(`${interrupted}.partial`, { throwIfNoEntry: false })?.size ?? 0;
    await runWithKills('export', flakyFrom.url, exportedBytes, bytes);
    const lines = linesWithoutTime(complete);
    if (!isDeepStrictEqual(linesOf(interrupted), linesOf(complete)))
      failures.push('the interrupted export differs from the uninterrupted one');
    const startedMs = performance.now();
    await runWithKills('import', flakyTo.url, () => imported, 2 * lines.length);
    const seconds = (performance.now() - startedMs) / 1000;
    await runOnce('export', to.url, copy);
    const copied = linesWithoutTime(copy);
    const different = lines.findIndex((line, index) => line !== copied[index]);
    if (copied.length !== lines.length) failures.push(`${lines.length} lines became ${copied.length}`);
    if (different >= 0) failures.push(`line ${different + 1} is ${copied[different]} instead of ${lines[different]}`);
    if (kills < 2 * size.kills) failures.push(`only ${kills} of ${2 * size.kills} kills hit a running command`);
    const measured = `${lines.length} lines, ${kills} × kill -9, imported in ${seconds.toFixed(0)} s`;
    return { measured, failures };
  } finally {
    flakyFrom.close();
    flakyTo.close();
    await Promise.all([killTree(from.child), killTree(to.child), ...databases.map(({ close }) => close())]);
  }
};
