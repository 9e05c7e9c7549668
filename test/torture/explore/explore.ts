import { join } from 'node:path';
import * as routes from '../../../functions/routes';
import { readTemplate } from '../../../lib/local/template/template';
import { localAccount } from '../../../lib/local-account';
import { eventOf } from '../../support/event';
import { accessOf, conflictOf, errorOf, type LastCall, lastCallOf, optionsOf, unprocessedOf } from './calls';
import { type HeldCall, loadInstance } from './instance';
import type { Choose, ExploredRequest, Option, Run, RunResponse, Scenario, Slot } from './run';
import { startTable } from './table';

type PlayOptions = {
  readonly choose?: Choose;
  /** The number of calls that may have another outcome than `ok`. */
  readonly faults?: number;
  readonly tags?: ReadonlyMap<string, string>;
  /** True to play only one of two orders of calls that do not depend on each other. */
  readonly reduces?: boolean;
  /** True for functions that have used up their retries. */
  readonly isWorn?: boolean;
};

const names = new Map(Object.entries(routes).map(([name, { routeKey }]) => [routeKey as string, name]));

/** Starts an embedded DynamoDB. Runs requests on the deployed bundles, one call at a time. */
export const startExplorer = async (assembly: string, bundles = join(assembly, 'bundles')) => {
  const { tables, functions } = readTemplate(assembly);
  const { endpoint, send, read, restore, close } = await startTable(tables);
  /** Starts a request. `onTurn` is called when the request waits for a call, and at its end. Returns how it dies. */
  const start = (scenario: Scenario, slot: Slot, { tags, isWorn }: PlayOptions, onTurn: () => void) => {
    const { line, body, headers = {}, tag: [header, id = ''] = [], claims } = slot.request;
    const [request = '', query] = line.split('?');
    const allHeaders = header ? { ...headers, [header]: tags?.get(id) ?? '' } : headers;
    const event = eventOf(request, { headers: allHeaders, body, query, claims });
    const name = names.get(event.routeKey) ?? '';
    const environment = {
      ...functions.find((lambda) => lambda.name === name)?.environment,
      ...(scenario.ownership && { OWNERSHIP: 'true' }),
      ...{ AWS_REGION: localAccount.region, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
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
    const handler = loadInstance(file, { environment, aheadMs: scenario.aheadMs ?? 0, onCall });
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

  const release = async ({ call, outcome }: Option) => {
    if (outcome === 'refused') return call.reply(500, errorOf('InternalServerError'));
    if (outcome === 'conflict') return call.reply(400, conflictOf(call));
    if (outcome === 'unprocessed') return call.reply(200, unprocessedOf(call));
    if (outcome === 'late') return call.loseReply();
    if (outcome === 'diesBefore') return;
    const reply = await send(call.operation, call.body);
    if (outcome === 'ok') call.reply(...reply);
    if (outcome === 'lost') call.loseReply();
  };

  /** Plays requests on the table as it is. */
  const play = async (
    scenario: Scenario,
    requests: readonly ExploredRequest[],
    options: PlayOptions = {},
  ): Promise<Run> => {
    const { choose = () => 0, faults = 0, reduces = false } = options;
    let wake = () => {};
    const slots: Slot[] = requests.map((request) => ({ request, isDone: false, steps: [], accesses: [], queue: [] }));
    const kills = slots.map((slot) => start(scenario, slot, options, () => wake()));
    const trace: string[] = [];
    /** Calls that DynamoDB executes after their timeout. */
    const late: Option[] = [];
    let last: LastCall | undefined;
    for (let left = faults; ; ) {
      while (!slots.every(({ isDone, call }) => isDone || call)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const steps = [...optionsOf(slots, left > 0, reduces ? last : undefined), ...late];
      const step = steps[steps.length > 1 ? choose(steps) : 0];
      if (!step) break;
      const { slot, index, call, outcome } = step;
      const arrives = late.indexOf(step);
      last = arrives < 0 ? lastCallOf(slots, step) : undefined;
      trace.push(`${'ABC'[index]} ${call.operation}${outcome === 'ok' ? '' : ` ${outcome}`}`);
      // A late call belongs to its request: a request that began before the call arrives may still come before it.
      slot.steps.push(trace.length - 1);
      slot.accesses.push(accessOf(call));
      if (arrives < 0) {
        slot.call = /^dies/.test(outcome) ? undefined : slot.queue.shift();
        if (outcome !== 'ok') left--;
        if (outcome === 'late') late.push({ ...step, outcome: 'arrives' });
      } else late.splice(arrives, 1);
      if (/^dies/.test(outcome)) kills[index]?.();
      await release(step);
    }
    // A schedule that ends here although a call waits is the same as another one.
    const isRepeat = slots.some(({ isDone }) => !isDone);
    for (const kill of kills) kill();
    return { slots, trace, items: await read(), isRepeat };
  };

  /** Makes the table of a scenario. Returns its items, and the ETag of each resource. */
  const setUp = async (scenario: Scenario) => {
    await restore(await read(), []);
    const before = { ...scenario, aheadMs: 0 };
    for (const request of scenario.setup) {
      const { slots } = await play(before, [request]);
      if (slots[0]?.response?.status !== 201) throw new Error(`The setup fails: ${JSON.stringify(slots[0])}`);
    }
    const tags = new Map((await read()).map(({ sk, rev }) => [sk?.S ?? '', `"${rev?.S}"`]));
    // The last outcome of an update is that the function dies after it.
    let isDead = false;
    const choose: Choose = ({ length }) => {
      const choice = isDead ? 0 : length - 1;
      isDead = true;
      return choice;
    };
    if (scenario.dying) await play(before, [scenario.dying], { choose, faults: 1 });
    return { items: await read(), tags };
  };
  return { setUp, play, read, restore, close };
};
