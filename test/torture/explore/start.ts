import { join } from 'node:path';
import * as routes from '../../../functions/routes';
import { processEnvironmentOf } from '../../../lib/local/serve';
import type { readTemplate } from '../../../lib/local/template/template';
import { eventOf } from '../../support/unit/event';
import { errorOf } from './calls';
import { type HeldCall, type InstanceOptions, loadInstance } from './instance';
import type { RunResponse, Slot } from './run';

type Deployment = Pick<ReturnType<typeof readTemplate>, 'functions'> & {
  readonly bundles: string;
  readonly endpoint: string;
};

export type StartOptions = Pick<InstanceOptions, 'now' | 'seed'> & {
  /** The ETag of each stored resource. */
  readonly tags?: ReadonlyMap<string, string>;
  readonly ownership?: boolean;
  /** True for a function that has used up its retries. */
  readonly isWorn?: boolean;
  /** Called when the request waits for a call, and at its end. */
  readonly onTurn: () => void;
};

const names = new Map(Object.entries(routes).map(([name, { routeKey }]) => [routeKey as string, name]));

/** Starts a request on a new instance of its function. Returns how the instance dies. */
export const startRequest = (slot: Slot, { bundles, functions, endpoint }: Deployment, options: StartOptions) => {
  const { ownership, seed, tags, isWorn, now, onTurn } = options;
  const { line, body, headers = {}, tag, claims } = slot.request;
  const [request = '', query] = line.split('?');
  const allHeaders = tag ? { ...headers, 'if-match': tags?.get(tag) ?? '' } : headers;
  const event = eventOf(request, { headers: allHeaders, body, query, claims });
  const name = names.get(event.routeKey) ?? '';
  const lambda = functions.find((one) => one.name === name);
  const environment = {
    ...(lambda && processEnvironmentOf(lambda, endpoint)),
    ...(ownership && { OWNERSHIP: 'true' }),
  };
  let isWearing = isWorn;
  const onCall = (call: HeldCall) => {
    if (slot.isDone) return;
    if (isWearing) return void setImmediate(() => call.reply(500, errorOf('InternalServerError')));
    if (slot.call) return void slot.queue.push(call);
    slot.call = call;
    onTurn();
  };
  const file = join(slot.request.bundles ?? bundles, name, `${name}.cjs`);
  const handler = loadInstance(file, { environment, now, seed, onCall });
  const end = (response?: RunResponse) => {
    if (slot.isDone) return;
    Object.assign(slot, { response, isDone: true });
    onTurn();
  };
  const context = { getRemainingTimeInMillis: () => 10_000 };
  const run = async () => {
    // Two retries cost 28 of the 500 tokens that an instance has.
    for (let i = 0; i < 18 && isWorn; i++) await handler(event, context);
    isWearing = false;
    const { statusCode: status = 0, headers: received = {}, body: content } = await handler(event, context);
    const answered: { readonly code?: string } = content ? JSON.parse(content) : {};
    const code = received['idempotency-replayed'] ? 'replayed' : (answered.code ?? '');
    end({ status, etag: received.etag?.toString(), code, body: answered });
  };
  run();
  return () => end();
};
