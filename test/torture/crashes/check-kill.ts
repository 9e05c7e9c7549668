import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Resource } from '../../../functions/kit/http/resource';
import { resources } from '../../../functions/resources';
import { readTemplate } from '../../../lib/local/template/template';
import { ready } from '../../lib/local/start';
import { creatorOf } from '../../support/every-resource';
import { temporaryFolder } from '../../support/folder';
import { send } from '../../support/http';
import { startOwnDatabase } from '../../support/own-database';
import { median } from '../../support/results';
import { type Finding, MAX_FAILURES } from '../check';
import { brokenInvariants } from '../invariants';
import { scan } from '../scan';

/** Starts the local service as `npm start` does, with its data in a folder. Waits until it answers a request. */
const startLocalService = async (folder: string) => {
  const startedMs = performance.now();
  const { child, url } = await ready(folder, ['--empty']);
  const list = `GET ${resources[0]?.path}?limit=1`;
  const { status } = await send(url, list);
  if (status !== 200) throw new Error(`The service started, but answers ${list} with ${status}`);
  return { child, url, readyMs: performance.now() - startedMs };
};

/** Kills a process and all its descendants with `kill -9` at once. To the data, this looks like a power failure. */
const killTree = async (child: ChildProcess) => {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().trim().split('\n');
  const processes = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const pids = [child.pid];
  for (const parent of pids) pids.push(...processes.filter(([, ppid]) => ppid === parent).map(([pid]) => pid));
  const exited = once(child, 'exit');
  execFileSync('kill', ['-9', ...pids.map(String)]);
  await exited;
  // Descendants end a moment after the child. The state `Zl` is a zombie that still has running threads.
  const states = () => spawnSync('ps', ['-o', 'stat=', '-p', pids.join()]).stdout.toString();
  while (/^([^Z\s]|Z\S*l)/m.test(states())) await setTimeout(5);
};

/** Texts that a resource may have after the kill: that of the last acknowledged write, and that of an unanswered one. */
type StoredState = { readonly resource: Resource; readonly texts: readonly string[] };
type States = Map<string, StoredState>;
const DELETED = 'deleted';

/** Returns the text of the fields that an update by the example changes. */
const textOf = ({ examples }: Resource, body: object) =>
  JSON.stringify(Object.keys(examples.update.request).map((name) => Reflect.get(body, name)));

/** Creates, changes and deletes resources one after the other, until the service is killed. */
const write = async (url: string, states: States, isKilled: () => boolean) => {
  const { create, requestFor } = creatorOf({ ask: (line, parts) => send(url, line, parts) });
  const change = async (path: string, resource: Resource, body?: object) => {
    const next = body ? textOf(resource, body) : DELETED;
    states.set(path, { resource, texts: [...(states.get(path)?.texts ?? []), next] });
    const { status } = await send(url, body ? `PATCH ${path}` : `DELETE ${path}`, { body });
    if (status !== 200 && status !== 204) throw new Error(`A write to ${path} answers ${status} instead of 200 or 204`);
    states.set(path, { resource, texts: [next] });
  };
  try {
    for (let i = 0; ; i++) {
      for (const resource of resources) {
        const { Path: path, ...created } = await create(resource);
        states.set(path, { resource, texts: [textOf(resource, created)] });
        await change(path, resource, await requestFor(resource, 'update'));
        if (i % 3 === 0) await change(path, resource);
      }
    }
  } catch (error) {
    // Only an error of the connection has a code.
    if (!isKilled() || !Object(error).code) throw error;
  }
};

const lostWrites = async (url: string, states: States) => {
  const failures: string[] = [];
  for (const [path, { resource, texts }] of states) {
    const { status, body } = await send(url, `GET ${path}`);
    const found = status === 404 ? DELETED : textOf(resource, body);
    if (!texts.includes(found))
      failures.push(`${path} is ${found}; the acknowledged write is ${texts[0]}, the pending one ${texts[1]}`);
  }
  return failures;
};

/** Kills the whole local service under load, round after round, on the same data. */
export const checkKill = async ({ rounds, writers }: Record<'rounds' | 'writers', number>): Promise<Finding> => {
  const folder = temporaryFolder();
  const states = new Map<string, StoredState>();
  const readyMs: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const service = await startLocalService(folder);
    // The first start creates the table, so it is no recovery.
    if (round > 1) readyMs.push(service.readyMs);
    const enough = states.size + 5 * writers;
    let isKilled = false;
    const allWriters = Promise.all(Array.from({ length: writers }, () => write(service.url, states, () => isKilled)));
    while (states.size < enough) await Promise.race([allWriters, send(service.url, 'GET /')]);
    isKilled = true;
    await killTree(service.child);
    await allWriters;
  }
  const { child, url } = await startLocalService(folder);
  const failures = await lostWrites(url, states);
  await killTree(child);

  const [{ TableName } = { TableName: '' }] = readTemplate(process.env.ASSEMBLY ?? '').tables;
  const database = await startOwnDatabase(join(folder, '.data'));
  failures.push(...brokenInvariants(await scan(database.endpoint, TableName)));
  await database.close();

  const times = `${Math.round(median(readyMs))} ms (median), ${Math.round(Math.max(...readyMs))} ms (max)`;
  return {
    measured: `${rounds} × kill -9, ${writers} writers, ${states.size} resources, ready again after ${times}`,
    failures: failures.slice(0, MAX_FAILURES),
  };
};
