import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Row } from '../../../functions/http/row';
import { root } from '../../../lib/root';
import { invoke } from '../../support/event';
import { ENOUGH, type Finding, type Run } from '../check';
import { randomOf } from '../random';
import { startCanned } from './canned';
import { eventFrom } from './events';
import { wrongLines } from './log-lines';
import { watchPrototypes } from './prototypes';
import { requestOf } from './requests';
import { breaches } from './shape';
import { unexpected } from './verdict';

const MOST_CPU_MS = 50;
const TRIES = 5;

const handlerOf = ({ source }: Row): Parameters<typeof invoke>[0] => require(join(root, source)).handler;

type Done = Awaited<ReturnType<typeof invoke>> & { readonly lines: readonly string[] };

/** One request, with what it logged. */
const call = async (row: Row, event: APIGatewayProxyEventV2): Promise<Done> => {
  const lines: string[] = [];
  const handler = handlerOf(row);
  const { write } = process.stdout;
  process.stdout.write = (line: unknown) => lines.push(String(line)) > 0;
  try {
    return { ...(await invoke(handler, event)), lines };
  } finally {
    process.stdout.write = write;
  }
};

/** The collector and the compiler run now and then: what is slow by itself is so every time. */
const leastCpuMs = async (send: () => Promise<Done>) => {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && leastMs > MOST_CPU_MS / 2; tries++) {
    const before = process.cpuUsage();
    await send();
    const { user, system } = process.cpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1000);
  }
  return leastMs;
};

type Table = ReturnType<typeof startCanned>;

/** The request of this number, made without those before it, and all that is wrong with what becomes of it. */
const play = async (table: Table, seed: number, index: number) => {
  const random = randomOf(seed ^ Math.imul(index + 1, 0x9e3779b1));
  const draft = requestOf(random, random.chance(0.5));
  const event = eventFrom(draft, random);
  const { row, method, query } = draft;
  const { headers, requestContext } = event;
  const answers = random.below(2 ** 32);
  const send = () => {
    table.begin(randomOf(answers), method === 'POST');
    return call(row, event);
  };
  const sentMs = performance.now();
  const { lines, status = 0, headers: given = {}, body } = await send();
  const isQuick = performance.now() - sentMs < MOST_CPU_MS / 2;
  const origin = `${headers['x-forwarded-proto'] === 'http' ? 'http' : 'https'}://api.example`;
  const answer = { status, headers: given, body };
  const wrong = [
    ...breaches({ row, method, headers, query, origin }, answer),
    ...unexpected(draft, answer),
    ...wrongLines(lines, row, { status, requestId: requestContext.requestId }),
    ...table.mistakes().map((mistake) => `asks DynamoDB for ${mistake}`),
  ];
  return {
    status,
    wrong: wrong.map((text) => `${row.routeKey}: ${text}`),
    cpuMs: isQuick ? 0 : await leastCpuMs(send),
  };
};

const thrown = (error: unknown) => ({ status: 0, wrong: [`throws ${error}`], cpuMs: 0 });

/** Requests of every kind through all handlers in this process, over a table that answers at random. */
export const checkFuzz = async ({ seed, progress }: Run, { requests }: { requests: number }): Promise<Finding[]> => {
  const startedMs = Date.now();
  const failures: string[] = [];
  const slow: string[] = [];
  const rejections: string[] = [];
  const onRejection = (reason: unknown) => rejections.push(String(reason));
  process.on('unhandledRejection', onRejection);
  const { random: jitter } = Math;
  // The pauses between two tries of a write are drawn from it.
  Math.random = () => 0;
  const table = startCanned();
  const changed = watchPrototypes();
  let shownMs = startedMs;
  let accepted = 0;
  let slowestMs = 0;
  let index = 0;
  try {
    for (; index < requests && failures.length < ENOUGH && slow.length < ENOUGH; index++) {
      const { status, wrong, cpuMs } = await play(table, seed, index).catch(thrown);
      const what = `request ${index}`;
      if (status < 400) accepted++;
      if (wrong.length > 0) failures.push(`${what}: ${wrong.join('; ').slice(0, 1000)}`);
      if (cpuMs > MOST_CPU_MS) slow.push(`${what} takes ${Math.round(cpuMs)} ms`);
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
    Math.random = jitter;
    process.off('unhandledRejection', onRejection);
  }
  const seconds = Math.round((Date.now() - startedMs) / 1000);
  const polluted = changed().map((name) => `${name} has changed`);
  return [
    {
      promise: 'every answer in process is one that the contract knows',
      measured: `${index} requests, ${accepted} accepted, ${seconds} s`,
      failures,
    },
    {
      promise: `no request takes over ${MOST_CPU_MS} ms of processor time`,
      measured: slowestMs > 0 ? `${Math.round(slowestMs)} ms` : `under ${MOST_CPU_MS / 2} ms`,
      failures: slow,
    },
    {
      promise: 'no prototype changes and no rejection goes unhandled',
      measured: `${index} requests`,
      failures: [...polluted, ...rejections],
    },
  ];
};
