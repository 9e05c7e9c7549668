import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { BatchOutcome } from '../../../lib/local/streams/batches';
import { outcomeIn } from '../../../lib/local/streams/start';
import type { StreamRecord } from '../../../lib/local/streams/stream';
import { type Deployment, type HeldCall, loadBundle } from '../explore/instance';
import { FOLLOWED } from './bundle-followed';
import type { follow, makeNote, ShownChange } from './followed';
import type { Ledger } from './ledger';
import type { Trouble } from './trouble';
import { type Caller, TaskStorage, type Turns } from './turns';

type FollowedBundle = { readonly follow: typeof follow; readonly makeNote: typeof makeNote };
type Handler = ReturnType<typeof follow>;
/** Instance of the function. A killed one runs no further, and its memory is lost. */
type ReactionInstance = Caller & { readonly handler: Handler; readonly note: typeof makeNote; isBusy: boolean };

export type FunctionOptions = {
  readonly deployment: Deployment;
  readonly ownership: boolean;
  readonly collections: readonly string[];
  readonly trouble: Trouble;
  readonly ledger: Ledger;
  readonly turns: Turns;
  /** Id of the tally that counts the changes, if one does. */
  readonly tallyId: string | undefined;
};

/** Never resolves, because the code of a killed instance runs no further. */
const stop = () => new Promise<never>(() => {});

/** Makes a function with instances, each of which handles one batch at a time. Returns how Lambda invokes the function. */
export const startFunction = (options: FunctionOptions) => {
  const { deployment, ownership, collections, trouble, ledger, turns, tallyId } = options;
  const { random, strikes, clock, count } = trouble;
  const instances: ReactionInstance[] = [];

  /** Runs what follows a change: makes its note. Fails after that, or dies before, meanwhile or after. */
  const react = async (instance: ReactionInstance, collection: string, change: ShownChange) => {
    const pause = async () => {
      for (let ticks = random.below(4); ticks > 0; ticks--) await undefined;
      clock.advance();
      if (strikes('kill')) instance.kill();
      return instance.isDead && stop();
    };
    if (instance.isDead) return stop();
    count('deliveries');
    const end = ledger.begin(collection, change);
    await pause();
    await turns.run(instance, () => instance.note(change, tallyId));
    if (strikes('throw')) throw new Error('The reaction fails.');
    await pause();
    return end();
  };

  const startInstance = () => {
    // Two instances with the same random bytes would send the same token for two transactions.
    const seed = `${random.below(2 ** 31)}/${random.below(2 ** 31)}`;
    const onCall = (call: HeldCall) => turns.hold(instance, call);
    const bundle = loadBundle(deployment, FOLLOWED, { ownership, now: clock.now, seed, onCall, storage: TaskStorage });
    const { follow: followIn, makeNote: note }: Partial<FollowedBundle> = bundle;
    if (!followIn || !note) throw new Error('The bundle lacks an export of followed.ts');
    const instance: ReactionInstance = {
      handler: followIn(collections, (collection, change) => react(instance, collection, change)),
      note,
      strikes,
      isBusy: false,
      isDead: false,
      kill: () => {},
    };
    instances.push(instance);
    count('instances');
    return instance;
  };

  return async (records: readonly StreamRecord[]): Promise<BatchOutcome> => {
    count('batches');
    const idle = instances.filter(({ isBusy, isDead }) => !isBusy && !isDead);
    const instance = idle.length > 0 && random.chance(0.7) ? random.pick(idle) : startInstance();
    instance.isBusy = true;
    const killed = new Promise<undefined>((resolve) => {
      instance.kill = () => {
        instance.isDead = true;
        count('killed');
        turns.drop(instance);
        resolve(undefined);
      };
    });
    // The function gets a copy, and its response is JSON, as at Lambda.
    const event: DynamoDBStreamEvent = JSON.parse(JSON.stringify({ Records: records }));
    const leftMs = trouble.leftMs();
    const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => leftMs };
    const answered = instance.handler(event, context).then(JSON.stringify, () => undefined);
    const json = await Promise.race([answered, killed]);
    instance.isBusy = false;
    // The function has done all, and Lambda does not know.
    if (json !== undefined && strikes('lose')) return undefined;
    return outcomeIn(json, true);
  };
};
