import { IS_PARENT, TOTAL } from '../../../functions/kit/model/relation';
import { COUNTER, counterKeyOf } from '../../../functions/kit/table/counter';
import { type LastCall, lastCallOf, optionsOf, release } from './calls';
import type { Choose, ExploredRequest, Option, Run, Scenario, Slot } from './run';
import { withServerFields } from './server-fields';
import { type StartOptions, startRequest } from './start';
import { startStates } from './states';
import type { StoredJson } from './table';

type PlayOptions = Pick<StartOptions, 'tags' | 'isWorn'> & {
  readonly choose?: Choose;
  /** The number of calls that may have another outcome than `ok`. */
  readonly faults?: number;
  /** True to play only one of two orders of calls that do not depend on each other. */
  readonly reduces?: boolean;
};

/** Takes the counters of parents without children away. */
const withoutCounters = (items: readonly StoredJson[]) => {
  const isEmpty = ({ sk, [TOTAL]: total }: StoredJson) => sk?.S === COUNTER && Object(total).N === '0';
  const empty = items.filter(isEmpty).map(({ pk }) => pk?.S);
  return items
    .filter((item) => !isEmpty(item))
    .map(({ [IS_PARENT]: isParent, ...item }) => {
      const counter = counterKeyOf(`${item.pk?.S}`.split('#', 1).join(), `${item.sk?.S}`);
      return isParent && !empty.includes(counter.pk) ? { ...item, [IS_PARENT]: isParent } : item;
    });
};

/** Table on which requests are played. The random numbers of a request follow from the digest of the state that it finds. */
type PlayedTable = Pick<
  Awaited<ReturnType<typeof startStates>>,
  'functions' | 'endpoint' | 'send' | 'restore' | 'close'
> & {
  readonly state: () => { readonly items: readonly StoredJson[]; readonly digest: string };
};

/** Returns the ETag of each stored resource by its id. */
export const tagsOf = (items: readonly StoredJson[]) =>
  new Map(items.map(({ sk, rev }) => [sk?.S ?? '', `"${rev?.S}"`]));

/** Runs requests on the deployed bundles, one call at a time. By default, an embedded DynamoDB that remembers its states has the table. */
export const startExplorer = async (bundles?: string, table?: PlayedTable) => {
  const { functions, endpoint, send, state, restore, close } = table ?? (await startStates());
  const deployment = { bundles, functions, endpoint };
  const startedMs = Date.now();

  /** Plays requests on the table as it is. */
  const play = async (
    scenario: Scenario,
    requests: readonly ExploredRequest[],
    options: PlayOptions = {},
  ): Promise<Run> => {
    const { choose = () => 0, faults = 0, reduces = false } = options;
    let wake = () => {};
    const slots: Slot[] = requests.map((request) => ({ request, isDone: false, steps: [], queue: [] }));
    const trace: string[] = [];
    const tables: (readonly StoredJson[])[] = [];
    // Runs that begin in the same state have the same clock and random bytes, so their calls are the same. A call takes
    // a millisecond, and a request starts a millisecond after the one before it.
    const { digest } = state();
    const begunMs = startedMs + (scenario.aheadMs ?? 1_000);
    const kills = slots.map((slot, i) =>
      startRequest(slot, deployment, {
        ...options,
        ownership: scenario.ownership,
        now: () => begunMs + trace.length + i,
        seed: `${digest}/${i}`,
        onTurn: () => wake(),
      }),
    );
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
      tables.push(state().items);
      if (arrives < 0) {
        slot.call = /^dies/.test(outcome) ? undefined : slot.queue.shift();
        if (outcome !== 'ok') left--;
        if (outcome === 'late') late.push({ ...step, outcome: 'arrives' });
      } else late.splice(arrives, 1);
      if (/^dies/.test(outcome)) kills[index]?.();
      await release(step, send);
    }
    // A schedule that ends here although a call waits is the same as another one.
    const isRepeat = slots.some(({ isDone }) => !isDone);
    for (const kill of kills) kill();
    return { slots, trace, tables, items: state().items, isRepeat };
  };

  /** Makes the table of a scenario. Returns its items, and the ETag of each resource. */
  const setUp = async (scenario: Scenario) => {
    restore([]);
    const before = { ...scenario, aheadMs: 0 };
    for (const request of scenario.setup) {
      const { slots } = await play(before, [request]);
      if (slots[0]?.response?.status !== 201) throw new Error(`The setup fails: ${JSON.stringify(slots[0])}`);
    }
    restore(withServerFields(state().items));
    const tags = tagsOf(state().items);
    const choose: Choose = (options) =>
      Math.max(
        0,
        options.findIndex(({ outcome }) => outcome === 'diesAfter'),
      );
    if (scenario.dying) await play(before, [scenario.dying], { choose, faults: 1 });
    return { items: scenario.isOlder ? withoutCounters(state().items) : state().items, tags };
  };
  return { setUp, play, restore, close };
};
