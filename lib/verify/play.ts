import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf, resources } from '../../functions/resources';
import { messageOf } from '../failure';
import { findBroken } from './compare';
import type { HttpParts, HttpResponse } from './http';
import { parseRow, type Row, type RowGroup } from './parse';
import { fill, pathOf, valuesFor, valuesOf } from './values';

export type SendLine = (line: string, parts: HttpParts) => Promise<HttpResponse>;
export type GroupResult = {
  readonly promise: string;
  readonly latenciesMs: readonly number[];
  readonly broken?: string;
};

const CONCURRENCY = 5;
const MAX_TRIES = 5;

/** Maps items, a few at the same time. A new account runs ten functions at once. */
export const mapInParallel = async <T, R>(items: readonly T[], map: (item: T) => Promise<R>) => {
  const results: R[] = [];
  const rest = items.entries();
  const work = async () => {
    for (const [i, item] of rest) results[i] = await map(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return results;
};

/** Repeats an attempt until its result is final. The pauses are three seconds in all. */
const retry = async <T>(attempt: () => Promise<T>, isFinal: (result: T) => boolean) => {
  for (let tries = 1; ; tries++) {
    const result = await attempt();
    if (isFinal(result) || tries === MAX_TRIES) return result;
    await pause(100 * 2 ** tries);
  }
};

const formatRequest = ({ line, sent }: Row) => {
  const headers = Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`);
  return [line, headers.join(', ')].filter(Boolean).join(' with ');
};

/** Plays groups of rows against a stage, and removes what they created. */
export const createPlayer = (send: SendLine, origin: string, stop?: AbortSignal) => {
  const created = new Set<string>();

  const playRow = async (text: string, latenciesMs: number[]) => {
    const row = parseRow(text);
    const { line, sent } = row;
    const type: Record<string, string> = sent.body === undefined ? {} : { 'content-type': 'application/json' };
    // A list may lag a write by a moment.
    const isList = /^GET \S+\?/.test(line) && row.status < 300;
    const attempt = async () => {
      const startedMs = performance.now();
      const response = await send(line, { ...sent, headers: { ...type, ...sent.headers } });
      latenciesMs.push(performance.now() - startedMs);
      if (response.status < 300 && /^(POST|PUT) /.test(line)) created.add(pathOf(line, response));
      const named = valuesOf(row, response);
      const broken = findBroken(parseRow(fill(text, named)), response);
      return { named, broken, isFinal: !broken || (!isList && response.status !== 429) };
    };
    return retry(attempt, ({ isFinal }) => isFinal);
  };

  /** Plays the rows of a group, up to the first that is broken. */
  const play = async ({ promise, rows }: RowGroup): Promise<GroupResult> => {
    const latenciesMs: number[] = [];
    let values = valuesFor(origin);
    for (const given of rows) {
      if (stop?.aborted) break;
      const text = fill(given, values);
      const { named, broken } = await playRow(text, latenciesMs).catch((error) => ({
        named: {},
        broken: `it fails (${messageOf(error)}); expected a response`,
      }));
      if (broken) return { promise, latenciesMs, broken: `${promise}: ${formatRequest(parseRow(text))}: ${broken}.` };
      values = { ...values, ...named };
    }
    return { promise, latenciesMs };
  };

  /** Deletes what the rows created, parents with their children. Returns a sentence for each that is left behind. */
  const remove = async () => {
    const parents = resources.filter((resource) => childrenOf(resource).length > 0);
    const isGone = ({ status }: { readonly status: unknown }) => status === 204 || status === 404;
    const left = await mapInParallel([...created], async (path) => {
      const isParent = parents.some((resource) => path.startsWith(`${resource.path}/`));
      const line = `DELETE ${path}${isParent ? '?force=true' : ''}`;
      const attempt = () => send(line, {}).catch((error) => ({ status: messageOf(error) }));
      const result = await retry(attempt, isGone);
      return isGone(result) ? [] : [`${path} is left behind: ${line} answers ${result.status}; delete it.`];
    });
    return left.flat();
  };
  return { play, remove };
};
