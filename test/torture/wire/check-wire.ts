import { send } from '../../support/http';
import { ENOUGH, type Finding, type Run } from '../check';
import { requestOf } from '../fuzz/requests';
import { type Random, randomOf } from '../random';
import { startServiceProcess } from '../service-process';
import { ways } from './broken';
import { messageOf, wrongAnswer, wrongReply } from './message';
import { exchange, type Heard } from './socket';

const CLIENTS = 4;
const BATCH = 400;
/** What instances of functions hold, of which dozens come and go; one descriptor lost on each connection is more. */
const MOST_GROWTH = 400;
const MOST_KNOWN = 20;

type Client = {
  readonly url: URL;
  readonly random: Random;
  /** Resources that were created on the way are what later requests speak of. */
  readonly known: { readonly users: string[]; readonly posts: string[] };
};

const learn = ({ known }: Client, { replies }: Heard) => {
  for (const { status, headers } of replies) {
    const [, collection, id = ''] = /\/(users|posts)\/([^/]+)$/.exec(headers.location ?? '') ?? [];
    if (status !== 201 || (collection !== 'users' && collection !== 'posts')) continue;
    known[collection].push(id);
    known[collection].splice(0, known[collection].length - MOST_KNOWN);
  }
};

const late = ({ isLate }: Heard) => (isLate ? ['the connection hangs'] : []);

/** Says to which bytes. */
const about = (chunks: readonly Buffer[]) => {
  const bytes = chunks.map((chunk) => chunk.toString('latin1', 0, 400)).join(' | ');
  return (text: string) => `${text.slice(0, 400)} to ${JSON.stringify(bytes)}`;
};

/** Some requests one after the other on a connection, without waiting for the answers. */
const converse = async (client: Client, count: number, isHostile: boolean) => {
  const { url, random, known } = client;
  const messages = Array.from({ length: count }, (_, i) =>
    messageOf(requestOf(random, isHostile, known), url.host, {
      mayBeHead: random.chance(0.2),
      isLast: i === count - 1,
    }),
  );
  const sending = { chunks: messages.map(({ bytes }) => bytes), leaves: 'last' } as const;
  const heard = await exchange(Number(url.port), sending, (index) => messages[index]?.isHead === true);
  learn(client, heard);
  const { replies, rest } = heard;
  const missing = replies.length < count ? [`${replies.length} of ${count} answers, then ${JSON.stringify(rest)}`] : [];
  const wrong = replies.flatMap((reply, i) =>
    messages[i] ? wrongAnswer(messages[i], reply, url.origin) : ['one answer more'],
  );
  return [...late(heard), ...missing, ...wrong].map(about(sending.chunks));
};

/** One message that HTTP does not allow, or one that never ends. */
const disturb = async ({ url, random, known }: Client) => {
  const sound = messageOf(requestOf(random, false, known), url.host, {}).bytes;
  const { leastAnswers = 0, mostAnswers = Number.POSITIVE_INFINITY, ...sending } = random.pick(ways)(random, sound);
  const heard = await exchange(Number(url.port), sending);
  const { length } = heard.replies;
  const miscounted = length < leastAnswers || length > mostAnswers ? [`${length} answers`] : [];
  return [...late(heard), ...miscounted, ...heard.replies.flatMap(wrongReply)].map(about(sending.chunks));
};

/** What a client does next; half of the requests are sound. Answers how many it sent. */
const step = async (client: Client, failures: string[]) => {
  const { random } = client;
  const isSound = random.chance(2 / 7);
  const count = isSound ? 1 + random.below(4) : 1;
  const isBroken = !isSound && random.chance(0.5);
  failures.push(...(await (isBroken ? disturb(client) : converse(client, count, !isSound))));
  return count;
};

/** An ordinary client of the service must notice nothing. */
const askNormally = async (url: string): Promise<string[]> => {
  const created = await send(url, 'POST /posts', { body: { title: 'as ever' } });
  const read = await send(url, `GET /posts/${created.body?.id}`);
  const isFine = created.status === 201 && read.status === 200 && read.body.title === 'as ever';
  return isFine ? [] : [`an ordinary request is answered ${created.status}, ${read.status} ${read.text}`];
};

/** Requests of every kind, and what is none, over real connections to the local service. */
export const checkWire = async ({ seed, assembly, progress }: Run, { requests }: { requests: number }) => {
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
  let atFirst = 0;
  try {
    while (sent < requests && failures.length < ENOUGH) {
      const until = Math.min(requests, sent + BATCH);
      const work = async (client: Client) => {
        while (sent < until && failures.length < ENOUGH) {
          const count = await step(client, failures);
          sent += count;
        }
      };
      await Promise.all(clients.map(work));
      failures.push(...(await askNormally(service.url).catch(() => ['an ordinary request gets no answer'])));
      // What has come to its end has no descriptors, and what ended it must be told.
      if (failures.length > 0) break;
      atFirst ||= (await service.measure()).descriptors;
      progress(`${sent} of ${requests} requests`);
    }
    const { descriptors } = failures.length > 0 ? { descriptors: atFirst } : await service.measure();
    const seconds = Math.round((Date.now() - startedMs) / 1000);
    const grown = descriptors - atFirst;
    const findings: Finding[] = [
      {
        promise: 'the local service answers whatever comes over the wire, never with a 5xx',
        measured: `${sent} requests, ${seconds} s`,
        failures: failures.slice(0, ENOUGH),
      },
      {
        promise: 'its process keeps its descriptors',
        measured: `${atFirst} after the first ${BATCH} requests, ${descriptors} at the end`,
        failures: grown > MOST_GROWTH ? [`${grown} descriptors more`] : [],
      },
    ];
    return findings;
  } finally {
    await service.stop();
  }
};
