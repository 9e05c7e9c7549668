import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { entryOf, type Route } from '../../../functions/http/route';
import { root } from '../../../lib/root';
import { invoke } from '../../support/event';
import { type CheckRun, type Finding, MAX_FAILURES } from '../check';
import { randomOf } from '../random';
import { eventFrom } from './events';
import { malformedLines } from './log-lines';
import { watchPrototypes } from './prototypes';
import { requestOf } from './requests';
import { contractViolations } from './shape';
import { stubTable } from './table-stub';
import { unexpectedOutcomes } from './verdict';

const MAX_CPU_MS = 50;
const MAX_TRIES = 5;

const handlerOf = (route: Route): Parameters<typeof invoke>[0] => require(join(root, entryOf(route))).handler;

type FuzzResult = Awaited<ReturnType<typeof invoke>> & { readonly lines: readonly string[] };

/** Invokes the handler of a route, and captures the lines that it logs. */
const call = async (route: Route, event: APIGatewayProxyEventV2): Promise<FuzzResult> => {
  const lines: string[] = [];
  const handler = handlerOf(route);
  const { write } = process.stdout;
  process.stdout.write = (line: unknown) => lines.push(String(line)) > 0;
  try {
    return { ...(await invoke(handler, event)), lines };
  } finally {
    process.stdout.write = write;
  }
};

/**
 * Measures the CPU time of a request as the minimum of several tries. Without the tries, a run of the garbage collector
 * or of the compiler would look like a slow request.
 */
const minCpuMs = async (send: () => Promise<FuzzResult>) => {
  let minMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < MAX_TRIES && minMs > MAX_CPU_MS / 2; tries++) {
    const before = process.cpuUsage();
    await send();
    const { user, system } = process.cpuUsage(before);
    minMs = Math.min(minMs, (user + system) / 1000);
  }
  return minMs;
};

type TableStub = ReturnType<typeof stubTable>;

/** Plays one request and lists the problems of its response. The request depends only on the seed and its number. */
const play = async (table: TableStub, seed: number, index: number) => {
  const random = randomOf(seed ^ Math.imul(index + 1, 0x9e3779b1));
  const draft = requestOf(random, random.chance(0.5));
  const event = eventFrom(draft, random);
  const { route, method, query } = draft;
  const { headers, requestContext } = event;
  const replySeed = random.below(2 ** 32);
  const send = () => {
    table.begin(randomOf(replySeed), method === 'POST');
    return call(route, event);
  };
  const sentMs = performance.now();
  const { lines, status = 0, headers: given = {}, body } = await send();
  const isQuick = performance.now() - sentMs < MAX_CPU_MS / 2;
  const origin = `${headers['x-forwarded-proto'] === 'http' ? 'http' : 'https'}://api.example`;
  const response = { status, headers: given, body };
  const problems = [
    ...contractViolations({ route, method, headers, query, origin }, response),
    ...unexpectedOutcomes(draft, response),
    ...malformedLines(lines, route, { status, requestId: requestContext.requestId }),
    ...table.mistakes().map((mistake) => `DynamoDB would refuse a command: ${mistake}`),
  ];
  return {
    status,
    problems: problems.map((text) => `${route.routeKey}: ${text}`),
    cpuMs: isQuick ? 0 : await minCpuMs(send),
  };
};

const resultOfError = (error: unknown) => ({ status: 0, problems: [`the handler throws ${error}`], cpuMs: 0 });

/** Sends random requests, half of them hostile, to all handlers in this process. Replies of DynamoDB are random. */
export const checkFuzz = async (
  { seed, progress }: CheckRun,
  { requests }: { requests: number },
): Promise<Finding[]> => {
  const startedMs = Date.now();
  const failures: string[] = [];
  const slow: string[] = [];
  const rejections: string[] = [];
  const onRejection = (reason: unknown) => rejections.push(String(reason));
  process.on('unhandledRejection', onRejection);
  const { random: originalRandom } = Math;
  // The service draws its pauses between retries from Math.random. With 0, retries do not wait.
  Math.random = () => 0;
  const table = stubTable();
  const changedPrototypes = watchPrototypes();
  let shownMs = startedMs;
  let accepted = 0;
  let slowestMs = 0;
  let index = 0;
  try {
    for (; index < requests && failures.length < MAX_FAILURES && slow.length < MAX_FAILURES; index++) {
      const { status, problems, cpuMs } = await play(table, seed, index).catch(resultOfError);
      const name = `request ${index}`;
      if (status < 400) accepted++;
      if (problems.length > 0) failures.push(`${name}: ${problems.join('; ').slice(0, 1000)}`);
      if (cpuMs > MAX_CPU_MS) slow.push(`${name} takes ${Math.round(cpuMs)} ms of CPU time`);
      slowestMs = Math.max(slowestMs, cpuMs);
      if (index % 1000 > 0) continue;
      await setImmediate();
      if (Date.now() < shownMs + 1000) continue;
      shownMs = Date.now();
      progress(`${index} of ${requests} requests`);
    }
    await setImmediate();
  } finally {
    table.stop();
    Math.random = originalRandom;
    process.off('unhandledRejection', onRejection);
  }
  const seconds = Math.round((Date.now() - startedMs) / 1000);
  const polluted = changedPrototypes().map((name) => `${name} has changed`);
  return [
    {
      promise: 'the contract allows every response to a random request',
      measured: `${index} requests, ${accepted} accepted, ${seconds} s`,
      failures,
    },
    {
      promise: `no request takes more than ${MAX_CPU_MS} ms of CPU time`,
      measured: slowestMs > 0 ? `${Math.round(slowestMs)} ms at most` : `under ${MAX_CPU_MS / 2} ms`,
      failures: slow,
    },
    {
      promise: 'no request changes a prototype or leaves a rejection unhandled',
      measured: `${index} requests`,
      failures: [...polluted, ...rejections],
    },
  ];
};
