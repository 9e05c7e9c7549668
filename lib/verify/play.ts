import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../failure';
import type { HttpAnswer, HttpParts } from './http';
import type { Row, RowGroup } from './parse';
import { fill, findBroken, type RowValues } from './row';

export type SendLine = (line: string, parts: HttpParts) => Promise<HttpAnswer>;
export type GroupResult = {
  readonly promise: string;
  readonly latenciesMs: readonly number[];
  readonly broken?: string;
};

const CONCURRENCY = 5;
const MAX_TRIES = 5;

/** Handles items, a few at the same time. A new account runs ten functions at once. */
export const inParallel = async <T>(items: readonly T[], handle: (item: T) => Promise<unknown>) => {
  const rest = items.values();
  const work = async () => {
    for (const item of rest) await handle(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
};

const idAt = (ms: number) => {
  const [time, rest] = [ms.toString(16).padStart(12, '0'), randomBytes(9).toString('hex')];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6)}`;
};

/** Makes the values that the rows of a group name: texts and ids that nobody else has, and a time long ago. */
const valuesFor = (origin: string): RowValues => {
  const run = `verify-${randomBytes(8).toString('hex')}`;
  const pastMs = Math.floor(Math.random() * 1e12);
  const [since = '', before = ''] = [pastMs, pastMs + 1].map((ms) => new Date(ms).toISOString());
  const past = [1, 2, 3].map(() => idAt(pastMs)).sort();
  const ids = {
    new: idAt(Date.now()),
    future: idAt(Date.now() + 3_600_000),
    past1: past[0],
    past2: past[1],
    past3: past[2],
  };
  const nobody = '01890000-0000-7000-8000-000000000000';
  return {
    origin,
    run,
    RUN: run.toUpperCase(),
    nobody,
    ...ids,
    range: new URLSearchParams({ createdSince: since, createdBefore: before }).toString(),
  };
};

/** Names the path, the members and the headers of a response. */
const valuesOf = ({ name, line }: Row, { headers, body }: HttpAnswer): RowValues => {
  const [path = ''] = line.replace(/^\S+ /, '').split('?');
  // Names the first item of a list.
  const item = Object(Array.isArray(body) ? body[0] : body);
  const { id } = item;
  const of = { ...headers, ...item, body, ID: String(id).toUpperCase() };
  const members = Object.entries(of).map(([key, value]) => [`${name}.${key}`, value]);
  return { [`${name}`]: !id || path.endsWith(id) ? path : `${path}/${id}`, ...Object.fromEntries(members) };
};

/** Plays groups of rows against a stage, and removes what they created. */
export const createPlayer = (send: SendLine, origin: string, stop?: AbortSignal) => {
  const created = new Set<string>();

  const remember = (line: string, { status, headers, body }: HttpAnswer) => {
    const [method, target = ''] = line.split(' ');
    const [path = ''] = target.split('?');
    if (status >= 300 || (method !== 'POST' && method !== 'PUT')) return;
    if (method === 'PUT') created.add(path);
    else if (Object(body).id) created.add(`${path}/${Object(body).id}`);
    else if (headers.location) created.add(new URL(headers.location, origin).pathname);
  };

  const playRow = async (row: Row, latenciesMs: number[]) => {
    const { line, sent } = row;
    const type: Record<string, string> = sent.body === undefined ? {} : { 'content-type': 'application/json' };
    // A list may lag a write by a moment.
    const tries = /^GET \S+\?/.test(line) && row.status < 300 ? MAX_TRIES : 1;
    for (let tried = 1; ; tried++) {
      const startedMs = performance.now();
      const answer = await send(line, { ...sent, headers: { ...type, ...sent.headers } });
      latenciesMs.push(performance.now() - startedMs);
      remember(line, answer);
      const broken = findBroken(fill(row, valuesOf(row, answer)), answer);
      if (!broken || tried === tries) return { answer, broken };
      await pause(100 * 2 ** tried);
    }
  };

  /** Plays the rows of a group, up to the first that is broken. */
  const play = async ({ promise, rows }: RowGroup): Promise<GroupResult> => {
    const latenciesMs: number[] = [];
    let values = valuesFor(origin);
    for (const given of rows) {
      if (stop?.aborted) break;
      const row = fill(given, values);
      const result = await playRow(row, latenciesMs).catch((error) => ({
        broken: `it fails (${messageOf(error)}); expected a response`,
        answer: undefined,
      }));
      if (result.broken) return { promise, latenciesMs, broken: `${promise}: ${row.line}: ${result.broken}.` };
      if (row.name && result.answer) values = { ...values, ...valuesOf(row, result.answer) };
    }
    return { promise, latenciesMs };
  };

  /** Deletes what the rows created, users with their posts. Returns a sentence for each that is left behind. */
  const remove = async () => {
    const leave = async (path: string) => {
      const line = `DELETE ${path}${path.startsWith('/posts') ? '' : '?force=true'}`;
      const status = await send(line, {}).then(
        (answer) => answer.status,
        (error) => messageOf(error),
      );
      if (status !== 204 && status !== 404) left.push(`${path} is left behind: ${line} answers ${status}; delete it.`);
    };
    const left: string[] = [];
    // A post and its user would conflict.
    for (const isPost of [true, false])
      await inParallel(
        [...created].filter((path) => path.startsWith('/posts') === isPost),
        leave,
      );
    return left;
  };
  return { play, remove };
};
