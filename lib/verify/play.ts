import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf, resources } from '../../functions/resources';
import { messageOf } from '../failure';
import { findBroken } from './compare';
import type { HttpAnswer, HttpParts } from './http';
import type { Row, RowGroup } from './parse';
import { fill, valuesFor, valuesOf } from './values';

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

const formatRequest = ({ line, sent }: Row) => {
  const headers = Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`);
  return [line, headers.join(', ')].filter(Boolean).join(' with ');
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
      if (result.broken)
        return { promise, latenciesMs, broken: `${promise}: ${formatRequest(row)}: ${result.broken}.` };
      if (row.name && result.answer) values = { ...values, ...valuesOf(row, result.answer) };
    }
    return { promise, latenciesMs };
  };

  /** Deletes what the rows created, parents with their children. Returns a sentence for each that is left behind. */
  const remove = async () => {
    const leave = async (path: string, query: string) => {
      const line = `DELETE ${path}${query}`;
      const status = await send(line, {}).then(
        (answer) => answer.status,
        (error) => messageOf(error),
      );
      if (status !== 204 && status !== 404) left.push(`${path} is left behind: ${line} answers ${status}; delete it.`);
    };
    const left: string[] = [];
    // Deletes children first, because deleting a child and its parent at once conflicts.
    for (const resource of resources.toReversed()) {
      const query = childrenOf(resource) ? '?force=true' : '';
      const paths = [...created].filter((path) => path.startsWith(`${resource.path}/`));
      await inParallel(paths, (path) => leave(path, query));
    }
    return left;
  };
  return { play, remove };
};
