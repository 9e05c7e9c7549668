import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { BatchOutcome } from '../../../lib/local/streams/batches';
import { outcomeIn } from '../../../lib/local/streams/start';
import type { StreamRecord } from '../../../lib/local/streams/stream';
import { type Deployment, loadBundle } from '../explore/instance';
import { FOLLOWED } from './bundle-followed';
import type { follow, ShownChange } from './followed';
import type { Ledger } from './ledger';
import type { Trouble } from './trouble';

type Handler = ReturnType<typeof follow>;
/** Instance of the function. A killed one runs no further, and its memory is lost. */
type ReactionInstance = { readonly handler: Handler; isBusy: boolean; kill: () => void; isDead: boolean };

export type FunctionOptions = {
  readonly deployment: Deployment;
  readonly ownership: boolean;
  readonly collections: readonly string[];
  readonly trouble: Trouble;
  readonly ledger: Ledger;
};

/** Never resolves, because the code of a killed instance runs no further. */
const stop = () => new Promise<never>(() => {});

/** Makes a function with instances, each of which handles one batch at a time. Returns how Lambda invokes the function. */
export const startFunction = ({ deployment, ownership, collections, trouble, ledger }: FunctionOptions) => {
  const { random, strikes, clock, count } = trouble;
  const instances: ReactionInstance[] = [];

  /** Runs what follows a change: takes some turns, and fails or dies in one of them. */
  const react = async (instance: ReactionInstance, collection: string, change: ShownChange) => {
    const pause = async () => {
      for (let turns = random.below(4); turns > 0; turns--) await undefined;
      clock.advance();
      if (strikes('kill')) instance.kill();
      return instance.isDead && stop();
    };
    if (instance.isDead) return stop();
    count('deliveries');
    const end = ledger.begin(collection, change);
    await pause();
    if (strikes('throw')) throw new Error('The reaction fails.');
    await pause();
    return end();
  };

  const startInstance = () => {
    const options = { ownership, now: clock.now, seed: `${random.below(2 ** 31)}`, onCall: () => {} };
    const { follow: followIn }: { follow?: typeof follow } = loadBundle(deployment, FOLLOWED, options);
    if (!followIn) throw new Error('The bundle exports no follow');
    const instance: ReactionInstance = {
      handler: followIn(collections, (collection, change) => react(instance, collection, change)),
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
