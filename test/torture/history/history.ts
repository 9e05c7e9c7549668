import { mintId } from '../../../functions/model/id';
import type { InProcessService } from '../in-process';
import type { Random } from '../random';
import { callers, limitsOf, type OwnerRules, storedFields, withOwner } from './callers';
import { memberIn, outcomeOf, stateAfter, stateIn } from './responses';
import type { HistoryFields, HistoryOperation, SeenState } from './step';

export type HistoryCollection = {
  readonly path: string;
  /** Makes the fields for a write. Their values contain the name of the write, so that a read shows its writer. */
  readonly newFields: (write: string, id: string, random: Random) => HistoryFields;
  readonly rules?: OwnerRules;
};

type OperationKind = HistoryOperation['kind'];
type OperationRequest = {
  readonly kind: OperationKind;
  /** True for a read by the list `?id=` instead of the path. */
  readonly isListed?: boolean;
  readonly headers: Record<string, string>;
  readonly set?: HistoryFields;
};

const CLIENTS = ['A', 'B', 'C', 'D'];
const OPERATIONS_EACH = 10;
const MAX_TRIES = 50;

const methods = { read: 'GET', create: 'PUT', put: 'PUT', patch: 'PATCH', delete: 'DELETE' };
type OperationKinds = [OperationKind, ...OperationKind[]];
const kindsWhenPresent: OperationKinds = ['read', 'read', 'read', 'put', 'put', 'patch', 'patch', 'patch', 'delete'];
const kindsWhenAbsent: OperationKinds = ['create', 'create', 'create', 'read', 'put', 'patch', 'delete'];

/** Chooses the next request of a client from the state that the client has seen last. That state may be outdated. */
const choose = (fresh: HistoryFields, last: SeenState | undefined, random: Random): OperationRequest => {
  const kind = random.pick(last ? kindsWhenPresent : kindsWhenAbsent);
  const [first = '', ...others] = Object.keys(fresh);
  const patched = random.pick([first, first, ...others]);
  const sets: Partial<Record<OperationKind, HistoryFields>> = {
    create: fresh,
    // The first field is always new, so that a read shows its writer. The other fields may keep their values.
    put: { ...fresh, ...(random.chance(0.5) && last?.fields), [first]: fresh[first] },
    patch: { [patched]: (random.chance(0.2) ? last?.fields : fresh)?.[patched] ?? fresh[patched] },
  };
  const isListed = kind === 'read' && random.chance(0.3);
  const etag = random.chance(0.5) && kind !== 'create' && !isListed && last?.etag;
  const headers = {
    ...(kind === 'create' && { 'if-none-match': '*' }),
    ...(etag && { [kind === 'read' ? 'if-none-match' : 'if-match']: etag }),
    ...(random.chance(0.2) && { prefer: `return=${kind === 'delete' ? 'representation' : 'minimal'}` }),
  };
  return { kind, isListed, headers, set: sets[kind] };
};

/** Serializes the body. A patch removes a field by null. The other requests leave the field out. */
const bodyOf = ({ kind, set }: OperationRequest) =>
  set && JSON.stringify(set, (_, value) => (kind === 'patch' ? (value ?? null) : value));

/** Lets several clients use one resource at once. Returns their requests and responses. */
export const playHistory = async (
  invoke: InProcessService['invoke'],
  { path, newFields, rules }: HistoryCollection,
  random: Random,
) => {
  let id = mintId();
  let clock = 0;
  const history: HistoryOperation[] = [];
  const callerOf = (client: string) => (rules ? callers[client] : undefined);

  const send = async (client: string, request: OperationRequest, collection?: string) => {
    const { kind, isListed, headers, set } = request;
    const caller = callerOf(client);
    const target = collection ?? (isListed ? `${path}?id=${id}` : `${path}/${id}`);
    const body = bodyOf(request);
    const sentAt = ++clock;
    // Some requests have no time for a retry.
    const leftMs = 1000 + random.below(5000);
    const line = `${target === path ? 'POST' : methods[kind]} ${target}`;
    const invoked = await invoke(line, { headers, body, leftMs, claims: caller?.claims });
    const response = isListed ? memberIn(invoked) : invoked;
    const outcome = outcomeOf(response);
    const seen = stateIn(response);
    const shown = JSON.stringify(outcome === 'unexpected' ? response.body : seen);
    const sender = caller ? `${client} as ${caller.name}` : client;
    const call = `${sender} ${sentAt}-${++clock}: ${kind}${isListed ? ' by id' : ''} ${JSON.stringify(headers)} ${body ?? ''}`;
    const operation: HistoryOperation = {
      line: `${call} -> ${response.status} ${shown}`,
      sentAt,
      answeredAt: outcome === 'unknown' ? Number.POSITIVE_INFINITY : clock,
      kind,
      set: storedFields(kind, set, caller),
      limits: limitsOf(caller, rules),
      ifMatch: headers['if-match'],
      outcome,
      seen,
    };
    return { operation, response };
  };

  const play = async (client: string, own: Random) => {
    let last = history[0]?.seen;
    for (let i = 0; i < OPERATIONS_EACH; i++) {
      const fields = withOwner(newFields(`${client}${i}`, id, own), callerOf(client), own);
      const { operation } = await send(client, choose(fields, last, own));
      if (operation.kind !== 'read' || operation.outcome !== 'unknown') history.push(operation);
      last = stateAfter(last, operation);
    }
  };
  /** Sends a request until its outcome is known. A repeated POST may create several resources, each with its own id. */
  const retry = async (request: () => OperationRequest, target?: string) => {
    for (let i = 0; i < MAX_TRIES; i++) {
      const { operation, response } = await send('-', request(), target);
      if (operation.outcome === 'unknown') continue;
      history.push(operation);
      return response;
    }
    throw new Error(`${target ?? id} is not answered after ${MAX_TRIES} tries`);
  };
  if (random.chance(0.5)) {
    const fields = () => withOwner(newFields('-', mintId(), random), callerOf('-'), random);
    const creation = () => ({ kind: 'create', headers: {}, set: fields() }) as const;
    id = (await retry(creation, path)).body.id;
  }
  await Promise.all(CLIENTS.map((client) => play(client, random.fork())));
  await retry(() => ({ kind: 'read', headers: {} }));
  return { id, history };
};
