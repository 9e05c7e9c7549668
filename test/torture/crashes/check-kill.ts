import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readTemplate } from '../../../lib/local/template/template';
import { send } from '../../support/http';
import { startOwnDatabase } from '../../support/own-database';
import { ENOUGH, type Finding, type Run } from '../check';
import { brokenIn } from '../invariants';
import { cutPower, powerOn, type Start } from '../power';
import { scan } from '../scan';

/** What a post may be: the title last acknowledged, or the one that was on its way when the lights went out. */
type State = { acknowledged?: string; underway?: string };
const GONE = 'gone';

/** Creates, changes and deletes one after the other, until the power is off. */
const write = async (url: string, states: Map<string, State>, isOff: () => boolean) => {
  const create = async (path: string, body: object) => {
    const { status, body: created } = await send(url, `POST ${path}`, { body });
    if (status !== 201) throw new Error(`${path} answered ${status}`);
    return String(created.id);
  };
  const step = async (path: string, next: string) => {
    const state = states.get(path) ?? {};
    states.set(path, { ...state, underway: next });
    const { status } = await send(url, next === GONE ? `DELETE ${path}` : `PATCH ${path}`, {
      body: next === GONE ? undefined : { title: next },
    });
    if (status !== 200 && status !== 204) throw new Error(`${path} answered ${status}`);
    states.set(path, { acknowledged: next });
  };
  try {
    for (let i = 0; ; i++) {
      const email = `${crypto.randomUUID()}@example.com`;
      const userId = await create('/api/v1/users', { name: 'Ada', email });
      const path = `/posts/${await create('/posts', { title: 'first', userId })}`;
      states.set(path, { acknowledged: 'first' });
      await step(path, 'second');
      if (i % 3 === 0) await step(path, GONE);
    }
  } catch (error) {
    if (!isOff() || (error instanceof Error && /answered/.test(error.message))) throw error;
  }
};

const lost = async (url: string, states: Map<string, State>) => {
  const failures: string[] = [];
  for (const [path, { acknowledged, underway }] of states) {
    const { status, body } = await send(url, `GET ${path}`);
    const title = status === 404 ? GONE : String(body.title);
    if (title !== acknowledged && title !== underway)
      failures.push(`${path} is ${title}; acknowledged was ${acknowledged}, underway ${underway}`);
  }
  return failures;
};

type Size = {
  readonly start: Start;
  readonly rounds: number;
  readonly writers: number;
};

/** Cuts the power of the whole service under load, again and again, on the same data. */
export const checkKill = async ({ assembly, progress }: Run, size: Size): Promise<Finding[]> => {
  const { start, rounds, writers } = size;
  const states = new Map<string, State>();
  const failures: string[] = [];
  const readyMs: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    progress(`${round} of ${rounds} rounds`);
    const service = await powerOn(start);
    // The first start makes the table and is not a recovery.
    if (round > 1) readyMs.push(service.readyMs);
    const enough = states.size + 5 * writers;
    let isOff = false;
    const writing = Array.from({ length: writers }, () => write(service.url, states, () => isOff));
    const underLoad = Promise.all(writing);
    while (states.size < enough) await Promise.race([underLoad, send(service.url, 'GET /')]);
    isOff = true;
    await cutPower(service.child);
    await underLoad;
  }
  const { child, url } = await powerOn(start);
  failures.push(...(await lost(url, states)));
  await cutPower(child);

  const [{ name = '' } = {}] = readTemplate(assembly).tables;
  const database = await startOwnDatabase(join(start.folder, '.data'));
  failures.push(...brokenIn(await scan(database.endpoint, name)));
  await database.close();
  rmSync(start.folder, { recursive: true, force: true });

  const sorted = readyMs.toSorted((a, b) => a - b);
  const [middle = 0, longest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return [
    {
      promise: `${rounds} × kill -9 under ${writers} writers: nothing acknowledged is lost, no repair`,
      measured: `${states.size} posts, ready again after ${Math.round(middle)} ms, at most ${Math.round(longest)} ms`,
      failures: failures.slice(0, ENOUGH),
    },
  ];
};
