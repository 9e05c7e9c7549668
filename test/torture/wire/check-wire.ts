import { send } from '../../support/http';
import { type CheckRun, type Finding, MAX_FAILURES } from '../check';
import { requestOf } from '../fuzz/requests';
import { type Random, randomOf } from '../random';
import { startServiceProcess } from '../service-process';
import { brokenMessages } from './broken-messages';
import { messageOf, problemsOfMessage, responseProblems } from './message';
import { type ExchangeResult, exchange } from './socket';

const CLIENTS = 4;
const BATCH = 400;
/** The limit for new descriptors. Instances of functions open dozens; a leak on each connection would open more. */
const MAX_NEW_DESCRIPTORS = 400;
const MAX_KNOWN_IDS = 20;

type WireClient = {
  readonly url: URL;
  readonly random: Random;
  /** The ids of created resources, for later requests. */
  readonly known: { readonly users: string[]; readonly posts: string[] };
};

const learnIds = ({ known }: WireClient, { responses }: ExchangeResult) => {
  for (const { status, headers } of responses) {
    const [, collection, id = ''] = /\/(users|posts)\/([^/]+)$/.exec(headers.location ?? '') ?? [];
    if (status !== 201 || (collection !== 'users' && collection !== 'posts')) continue;
    known[collection].push(id);
    known[collection].splice(0, known[collection].length - MAX_KNOWN_IDS);
  }
};

const timeoutProblems = ({ isTimeout }: ExchangeResult) => (isTimeout ? ['the connection hangs'] : []);

/** Appends the sent bytes to a problem. */
const withBytes = (chunks: readonly Buffer[]) => {
  const bytes = chunks.map((chunk) => chunk.toString('latin1', 0, 400)).join(' | ');
  return (problem: string) => `${problem.slice(0, 400)}, sent: ${JSON.stringify(bytes)}`;
};

/** Pipelines some requests on one connection: sends them one after the other without waiting for responses. */
const pipeline = async (client: WireClient, count: number, isHostile: boolean) => {
  const { url, random, known } = client;
  const messages = Array.from({ length: count }, (_, i) =>
    messageOf(requestOf(random, isHostile, known), url.host, {
      mayBeHead: random.chance(0.2),
      isLast: i === count - 1,
    }),
  );
  const sent = { chunks: messages.map(({ bytes }) => bytes), closedBy: 'server' } as const;
  const result = await exchange(Number(url.port), sent, (index) => messages[index]?.isHead === true);
  learnIds(client, result);
  const { responses, rest } = result;
  const missing =
    responses.length < count ? [`${responses.length} of ${count} responses, then ${JSON.stringify(rest)}`] : [];
  const problems = responses.flatMap((response, i) =>
    messages[i] ? problemsOfMessage(messages[i], response, url.origin) : ['there is a response too many'],
  );
  return [...timeoutProblems(result), ...missing, ...problems].map(withBytes(sent.chunks));
};

/** Sends one broken message. */
const sendBroken = async ({ url, random, known }: WireClient) => {
  const valid = messageOf(requestOf(random, false, known), url.host, {}).bytes;
  const message = random.pick(brokenMessages)(random, valid);
  const { minResponses = 0, maxResponses = Number.POSITIVE_INFINITY, ...sent } = message;
  const result = await exchange(Number(url.port), sent);
  const { length } = result.responses;
  const expected = `${minResponses} to ${maxResponses} are allowed`;
  const miscounted = length < minResponses || length > maxResponses ? [`${length} responses; ${expected}`] : [];
  const problems = result.responses.flatMap(responseProblems);
  return [...timeoutProblems(result), ...miscounted, ...problems].map(withBytes(sent.chunks));
};

/** Sends the next messages of a client. About half of them are valid. Returns the number of messages. */
const step = async (client: WireClient, failures: string[]) => {
  const { random } = client;
  const isValid = random.chance(2 / 7);
  const count = isValid ? 1 + random.below(4) : 1;
  const isBroken = !isValid && random.chance(0.5);
  failures.push(...(await (isBroken ? sendBroken(client) : pipeline(client, count, !isValid))));
  return count;
};

/** Checks that the service still answers the requests of an ordinary client. */
const checkOrdinaryClient = async (url: string): Promise<string[]> => {
  const created = await send(url, 'POST /posts', { body: { title: 'as ever' } });
  const read = await send(url, `GET /posts/${created.body?.id}`);
  const isFine = created.status === 201 && read.status === 200 && read.body.title === 'as ever';
  return isFine ? [] : [`an ordinary client gets ${created.status} for POST, and ${read.status} ${read.text} for GET`];
};

/** Sends valid, hostile and broken messages over real connections to the local service. */
export const checkWire = async ({ seed, assembly, progress }: CheckRun, { requests }: { requests: number }) => {
  const startedMs = Date.now();
  const service = await startServiceProcess(assembly);
  const source = randomOf(seed);
  const url = new URL(service.url);
  const clients = Array.from({ length: CLIENTS }, () => ({
    url,
    random: source.fork(),
    known: { users: [], posts: [] },
  }));
  const failures: string[] = [];
  let sent = 0;
  let firstDescriptors = 0;
  try {
    while (sent < requests && failures.length < MAX_FAILURES) {
      const until = Math.min(requests, sent + BATCH);
      const work = async (client: WireClient) => {
        while (sent < until && failures.length < MAX_FAILURES) {
          const count = await step(client, failures);
          sent += count;
        }
      };
      await Promise.all(clients.map(work));
      const ordinary = checkOrdinaryClient(service.url);
      failures.push(...(await ordinary.catch((error) => [`an ordinary client gets no response: ${error}`])));
      // A service that has ended cannot be measured, and the failures must be reported.
      if (failures.length > 0) break;
      firstDescriptors ||= (await service.measure()).descriptors;
      progress(`${sent} of ${requests} requests`);
    }
    const { descriptors } = failures.length > 0 ? { descriptors: firstDescriptors } : await service.measure();
    const seconds = Math.round((Date.now() - startedMs) / 1000);
    const added = descriptors - firstDescriptors;
    const findings: Finding[] = [
      {
        promise: 'the local service answers every message from a connection, never with a 5xx',
        measured: `${sent} requests, ${seconds} s`,
        failures: failures.slice(0, MAX_FAILURES),
      },
      {
        promise: 'the process of the local service leaks no descriptors',
        measured: `${firstDescriptors} after the first ${BATCH} requests, ${descriptors} at the end`,
        failures: added > MAX_NEW_DESCRIPTORS ? [`${added} new descriptors; ${MAX_NEW_DESCRIPTORS} are allowed`] : [],
      },
    ];
    return findings;
  } finally {
    await service.stop();
  }
};
