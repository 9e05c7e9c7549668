import { join } from 'node:path';
import { readTemplate } from '../../../lib/local/template/template';
import { temporaryFolder } from '../../support/folder';
import { send } from '../../support/http';
import { startOwnDatabase } from '../../support/own-database';
import { median } from '../../support/results';
import { type CheckRun, type Finding, MAX_FAILURES } from '../check';
import { brokenInvariants } from '../invariants';
import { killTree, startLocalService } from '../local-service';
import { scan } from '../scan';

/** The titles that a post may have after the kill: the last acknowledged title, or the title of an unanswered write. */
type PostState = { acknowledged?: string; pending?: string };
const DELETED = 'deleted';

/** Creates, changes and deletes posts one after the other, until the service is killed. */
const write = async (url: string, states: Map<string, PostState>, isKilled: () => boolean) => {
  const create = async (path: string, body: object) => {
    const { status, body: created } = await send(url, `POST ${path}`, { body });
    if (status !== 201) throw new Error(`POST ${path} answers ${status} instead of 201`);
    return String(created.id);
  };
  const change = async (path: string, next: string) => {
    const state = states.get(path) ?? {};
    states.set(path, { ...state, pending: next });
    const { status } = await send(url, next === DELETED ? `DELETE ${path}` : `PATCH ${path}`, {
      body: next === DELETED ? undefined : { title: next },
    });
    if (status !== 200 && status !== 204) throw new Error(`A write to ${path} answers ${status} instead of 200 or 204`);
    states.set(path, { acknowledged: next });
  };
  try {
    for (let i = 0; ; i++) {
      const email = `${crypto.randomUUID()}@example.com`;
      const userId = await create('/api/v1/users', { name: 'Ada', email });
      const path = `/posts/${await create('/posts', { title: 'first', userId })}`;
      states.set(path, { acknowledged: 'first' });
      await change(path, 'second');
      if (i % 3 === 0) await change(path, DELETED);
    }
  } catch (error) {
    if (!isKilled() || (error instanceof Error && /answers \d+ instead/.test(error.message))) throw error;
  }
};

const lostWrites = async (url: string, states: Map<string, PostState>) => {
  const failures: string[] = [];
  for (const [path, { acknowledged, pending }] of states) {
    const { status, body } = await send(url, `GET ${path}`);
    const title = status === 404 ? DELETED : String(body.title);
    if (title !== acknowledged && title !== pending)
      failures.push(`${path} is ${title}; the acknowledged title is ${acknowledged}, the pending one ${pending}`);
  }
  return failures;
};

type KillSize = { readonly rounds: number; readonly writers: number };

/** Kills the whole local service under load, round after round, on the same data. */
export const checkKill = async ({ assembly, progress }: CheckRun, { rounds, writers }: KillSize): Promise<Finding> => {
  const folder = temporaryFolder();
  const states = new Map<string, PostState>();
  const failures: string[] = [];
  const readyMs: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    progress(`${round} of ${rounds} rounds`);
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
  failures.push(...(await lostWrites(url, states)));
  await killTree(child);

  const [{ TableName } = { TableName: '' }] = readTemplate(assembly).tables;
  const database = await startOwnDatabase(join(folder, '.data'));
  failures.push(...brokenInvariants(await scan(database.endpoint, TableName)));
  await database.close();

  const times = `${Math.round(median(readyMs))} ms (median), ${Math.round(Math.max(...readyMs))} ms (max)`;
  return {
    measured: `${rounds} × kill -9, ${writers} writers, ${states.size} posts, ready again after ${times}`,
    failures: failures.slice(0, MAX_FAILURES),
  };
};
