import { mintId } from '../../../functions/model/id';
import type { Answer, Inside } from '../inside';
import type { Random } from '../random';
import type { Members, Operation, Seen } from './linearize';

/** One of the two collections. */
export type Collection = {
  readonly path: '/posts' | '/api/v1/users';
  /** Members of a resource with values that name the write. */
  readonly fresh: (write: string, id: string, random: Random) => Members;
};

type Kind = Operation['kind'];
type Request = { readonly kind: Kind; readonly headers: Record<string, string>; readonly set?: Members };

const CLIENTS = ['A', 'B', 'C', 'D'];
const OPERATIONS_EACH = 10;
const MOST_TRIES = 50;

const methods = { read: 'GET', create: 'PUT', put: 'PUT', patch: 'PATCH', delete: 'DELETE' };
const whenThere: [Kind, ...Kind[]] = ['read', 'read', 'read', 'put', 'put', 'patch', 'patch', 'patch', 'delete'];
const whenGone: [Kind, ...Kind[]] = ['create', 'create', 'create', 'read', 'put', 'patch', 'delete'];

/** The next request, after what the client has seen last; others may have changed it meanwhile, as is intended. */
const choose = (fresh: Members, last: Seen | undefined, random: Random): Request => {
  const kind = random.pick(last ? whenThere : whenGone);
  const [first = '', ...others] = Object.keys(fresh);
  const one = random.pick([first, first, ...others]);
  const sets: Partial<Record<Kind, Members>> = {
    create: fresh,
    // The first member always tells the writer; the others may stay, an e-mail address for one.
    put: { ...fresh, ...(random.chance(0.5) && last?.members), [first]: fresh[first] },
    patch: { [one]: (random.chance(0.2) ? last?.members : fresh)?.[one] ?? fresh[one] },
  };
  const etag = random.chance(0.5) && kind !== 'create' && last?.etag;
  const headers = {
    ...(kind === 'create' && { 'if-none-match': '*' }),
    ...(etag && { [kind === 'read' ? 'if-none-match' : 'if-match']: etag }),
    ...(random.chance(0.2) && { prefer: `return=${kind === 'delete' ? 'representation' : 'minimal'}` }),
  };
  return { kind, headers, set: sets[kind] };
};

/** In a patch, null removes; elsewhere what is not there does. */
const bodyOf = ({ kind, set }: Request) =>
  set && JSON.stringify(set, (_, value) => (kind === 'patch' ? (value ?? null) : value));

const seenIn = ({ status, headers: { etag }, body }: Answer): Seen => {
  if (status >= 300 || !body) return { etag };
  const { id: _, createdAt: __, updatedAt, ...members } = body;
  return { members, etag, updatedAt };
};

const meanings = new Map<number, Operation['told']>([
  [200, 'done'],
  [201, 'done'],
  [204, 'done'],
  [304, 'done'],
  [404, 'absent'],
  [412, 'refused'],
  [503, 'unknown'],
]);

/** What a client believes after an answer. */
const believe = (last: Seen | undefined, { kind, set, told, seen }: Operation): Seen | undefined => {
  if (told === 'unknown') return last;
  if (told === 'absent' || (told === 'done' && kind === 'delete')) return undefined;
  const guess = told === 'done' ? { ...last?.members, ...set } : last?.members;
  return { members: seen.members ?? guess, etag: seen.etag };
};

/** What clients do to one resource at the same time, and what they are told. */
export const playHistory = async (ask: Inside['ask'], { path, fresh }: Collection, random: Random) => {
  let id = mintId();
  let clock = 0;
  const history: Operation[] = [];

  const send = async (client: string, request: Request, target = `${path}/${id}`) => {
    const { kind, headers, set } = request;
    const body = bodyOf(request);
    const asked = ++clock;
    // Now and then there is no time for a second try.
    const leftMs = 1000 + random.below(5000);
    const answer = await ask(`${target === path ? 'POST' : methods[kind]} ${target}`, { headers, body, leftMs });
    const told = meanings.get(answer.status) ?? 'unexpected';
    const seen = seenIn(answer);
    const asking = `${client} ${asked}-${++clock}: ${kind} ${JSON.stringify(headers)} ${body ?? ''}`;
    const operation: Operation = {
      line: `${asking} -> ${answer.status} ${JSON.stringify(told === 'unexpected' ? answer.body : seen)}`,
      asked,
      answered: told === 'unknown' ? Number.POSITIVE_INFINITY : clock,
      kind,
      set,
      ifMatch: headers['if-match'],
      told,
      seen,
    };
    return { operation, answer };
  };

  const play = async (client: string, own: Random) => {
    let last = history[0]?.seen;
    for (let i = 0; i < OPERATIONS_EACH; i++) {
      const { operation } = await send(client, choose(fresh(`${client}${i}`, id, own), last, own));
      if (operation.kind !== 'read' || operation.told !== 'unknown') history.push(operation);
      last = believe(last, operation);
    }
  };
  /** Again until it is answered. What an unanswered POST has created has another id. */
  const insist = async (request: () => Request, target?: string) => {
    for (let i = 0; i < MOST_TRIES; i++) {
      const { operation, answer } = await send('-', request(), target);
      if (operation.told === 'unknown') continue;
      history.push(operation);
      return answer;
    }
    throw new Error(`${target ?? id} was not answered in ${MOST_TRIES} tries`);
  };
  if (random.chance(0.5)) {
    const creation = () => ({ kind: 'create', headers: {}, set: fresh('-', mintId(), random) }) as const;
    id = (await insist(creation, path)).body.id;
  }
  await Promise.all(CLIENTS.map((client) => play(client, random.fork())));
  await insist(() => ({ kind: 'read', headers: {} }));
  return { id, history };
};
