import * as routes from '../../../functions/routes';
import { eventOf, invoke } from '../../support/unit/event';
import { dynamoDbError } from './calls';
import { type Deployment, type HeldCall, type InstanceOptions, loadInstance } from './instance';
import type { Slot } from './run';

export type StartOptions = Pick<InstanceOptions, 'now' | 'seed' | 'ownership'> & {
  /** The ETag of each stored resource. */
  readonly tags?: ReadonlyMap<string, string>;
  /** True for a function that has used up its retries. */
  readonly isWorn?: boolean;
  /** Called when the request waits for a call, and at its end. */
  readonly onTurn: () => void;
};

/** Maximum number of pages that a request reads. */
const MAX_PAGES = 20;

const names = new Map(Object.entries(routes).map(([name, { routeKey }]) => [routeKey as string, name]));

/** Starts a request on a new instance of its function. Returns how the instance dies. */
export const startRequest = (
  slot: Slot,
  deployment: Deployment,
  { tags, isWorn, onTurn, ...options }: StartOptions,
) => {
  const { line, body, headers = {}, tag, claims, walked, bundles = deployment.bundles } = slot.request;
  const [request = '', query] = line.split('?');
  const allHeaders = tag ? { ...headers, 'if-match': tags?.get(tag) ?? '' } : headers;
  const event = eventOf(request, { headers: allHeaders, body, query, claims });
  let isWearing = isWorn;
  const onCall = (call: HeldCall) => {
    if (slot.isDone) return;
    if (isWearing) return void setImmediate(() => call.reply(500, dynamoDbError('InternalServerError')));
    if (slot.call) return void slot.queue.push(call);
    slot.call = call;
    onTurn();
  };
  const name = names.get(event.routeKey) ?? '';
  const handler = loadInstance({ ...deployment, bundles }, name, { ...options, onCall });
  const end = (response?: Slot['response']) => {
    if (slot.isDone) return;
    Object.assign(slot, { response, isDone: true });
    onTurn();
  };
  const run = async () => {
    // Two retries cost 28 of the 500 tokens that an instance has.
    for (let i = 0; i < 18 && isWorn; i++) await invoke(handler, event);
    isWearing = false;
    let answer = await invoke(handler, event);
    const shown = [answer.body].flat();
    // A walk that does not end shows its resources twice.
    for (let pages = 1; walked && pages < MAX_PAGES; pages++) {
      const [, rest] = /<[^?]*[?]([^>]*)>; rel="next"/.exec(`${answer.headers.link ?? ''}`) ?? [];
      if (!rest) break;
      answer = await invoke(handler, eventOf(request, { headers: allHeaders, query: rest, claims }));
      if (answer.status === 200) shown.push(...answer.body);
    }
    const { status, headers: received, body: last } = answer;
    const answered = walked && status === 200 ? shown : last;
    // A resource, too, can have a member named `code`.
    const problem = status < 400 ? undefined : answered?.code;
    const code = received['idempotency-replayed'] ? 'replayed' : (problem ?? '');
    end({ status, etag: received.etag?.toString(), code, body: answered });
  };
  run();
  return () => end();
};
