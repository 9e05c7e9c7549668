import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../command';
import { findBroken } from './compare';
import { parseRow, type RowGroup, readLine } from './groups';
import { type HttpParts, type HttpResponse, isOfGateway } from './http';
import { createdPathOf, fill, valuesFor, valuesOf } from './values';

export type SendLine = (line: string, parts: HttpParts) => Promise<HttpResponse>;

const MAX_TRIES = 5;

/** Maps items, a few at the same time. A new account runs ten functions at once. */
export const mapInParallel = <T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> =>
  Readable.from(items).map(map, { concurrency: 5 }).toArray();

/** Repeats an attempt until its result is final. The pauses are three seconds in all. */
const retry = async <T>(attempt: () => Promise<T>, isFinal: (result: T) => boolean) => {
  for (let tries = 1; ; tries++) {
    const result = await attempt();
    if (isFinal(result) || tries === MAX_TRIES) return result;
    await pause(100 * 2 ** tries);
  }
};

/** Seconds for which a stage may take a new deployment in. */
const MAX_SETTLING_SECONDS = 30;

/**
 * Makes a wait that returns true if a request has to be sent again, because the gateway made its response itself. All requests
 * wait together, so that a stage which stays broken costs 30 s and no more.
 */
export const createSettling = () => {
  let secondsLeft = MAX_SETTLING_SECONDS;
  let second: Promise<void> | undefined;
  const waitSecond = async () => {
    await pause(1000);
    secondsLeft--;
    second = undefined;
  };
  return async (response: HttpResponse) => {
    if (secondsLeft === 0 || !isOfGateway(response)) return false;
    second ??= waitSecond();
    await second;
    return true;
  };
};

/** Plays groups of rows against a stage, and removes what they created. */
export const createPlayer = (send: SendLine, origin: string, stop?: AbortSignal) => {
  const created = new Set<string>();
  const isSettling = createSettling();

  const playRow = async (text: string, latenciesMs: number[]) => {
    const row = parseRow(text);
    const { line, sent } = row;
    const headers = { ...(sent.body !== undefined && { 'content-type': 'application/json' }), ...sent.headers };
    const sendTimed = async (): Promise<HttpResponse> => {
      const startedMs = performance.now();
      const response = await send(line, { ...sent, headers });
      latenciesMs.push(performance.now() - startedMs);
      return !stop?.aborted && (await isSettling(response)) ? sendTimed() : response;
    };
    const attempt = async () => {
      const response = await sendTimed();
      if (response.status === 201) created.add(createdPathOf(line, response));
      const named = valuesOf(row, response);
      return { named, status: response.status, broken: findBroken(parseRow(fill(text, named)), response) };
    };
    // A list may lag a write by a moment.
    const isList = /^GET \S+\?/.test(line) && row.status < 300;
    const { named, broken } = await retry(attempt, ({ broken, status }) => !broken || (!isList && status !== 429));
    const request = [line, ...Object.entries(sent.headers).map((header) => header.join(': '))].join(' with ');
    return { named, broken: broken && `${request}: ${broken}.` };
  };

  /** Plays the rows of a group, up to the first that is broken. Names the promise and the difference in a sentence. */
  const play = async ({ promise, rows }: RowGroup) => {
    const latenciesMs: number[] = [];
    let values = valuesFor(origin);
    for (const row of rows) {
      if (stop?.aborted) break;
      const text = fill(row, values);
      const { named, broken } = await playRow(text, latenciesMs).catch((error) => ({
        named: {},
        broken: `${readLine(text).line} fails (${messageOf(error)}); expected a response.`,
      }));
      if (broken) return { promise, latenciesMs, broken: `${promise}: ${broken}` };
      values = { ...values, ...named };
    }
    return { promise, latenciesMs };
  };

  /** Deletes what the rows created, children before their parents. Returns a sentence for each that is left behind. */
  const remove = async () => {
    const isGone = ({ status }: { readonly status: unknown }) => status === 204 || status === 404;
    const removeOne = async (path: string) => {
      const { status } = await send(`DELETE ${path}`, {}).catch((error) => ({ status: messageOf(error) }));
      return { path, status };
    };
    const first = await mapInParallel([...created].reverse(), removeOne);
    const rest = first.filter((each) => !isGone(each)).map(({ path }) => path);
    // A rule of the business may keep a child. A deletion of its parent by force takes the child along.
    for (const path of rest.toReversed()) await removeOne(`${path}?force=true`);
    const left: string[] = [];
    // Tries again one after the other, because a parent may have waited for a child whose deletion was still running.
    for (const path of rest) {
      const result = await retry(() => removeOne(path), isGone);
      if (!isGone(result)) left.push(`${path} is left behind: DELETE answers ${result.status}; delete it.`);
    }
    return left;
  };
  return { play, remove };
};
