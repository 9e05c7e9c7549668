import { AsyncLocalStorage } from 'node:async_hooks';
import type { Random } from '../../support/random';
import { outcomesOf, release } from '../explore/calls';
import type { HeldCall } from '../explore/instance';
import type { Reply } from '../explore/table';
import type { Trouble } from './trouble';

/** Instance that calls DynamoDB. */
export type Caller = Pick<Trouble, 'strikes'> & { kill: () => void; isDead: boolean };

/** Call that has no reply yet. Nobody waits for the reply of a late one. */
type WaitingCall = { readonly call: HeldCall; readonly from?: Caller };

/** Maximum number of rounds of the event loop without a turn. A pause before a retry takes some hundreds. */
const MAX_ROUNDS = 100_000;

/** Storage of Node that all instances share, because each further one slows down all promises. */
const shared = new AsyncLocalStorage<ReadonlyMap<object, unknown>>();

/** Storage of an instance that handles several changes at once. */
export class TaskStorage {
  run(store: unknown, callback: () => unknown) {
    return shared.run(new Map(shared.getStore()).set(this, store), callback);
  }
  getStore() {
    return shared.getStore()?.get(this);
  }
}

/**
 * Gives the calls of all instances their turns, one at a time, in a drawn order and with drawn faults. A call has its turn when
 * each reaction waits for a call, so that the same random numbers give the same order.
 */
export const startTurns = (send: (operation: string, body: string) => Promise<Reply>, random: Random) => {
  let waiting: readonly WaitingCall[] = [];
  /** Reactions that call DynamoDB, each with its instance. */
  const running = new Set<{ readonly from: Caller }>();
  const isTurn = () => {
    const held = waiting.filter(({ from }) => from).length;
    return held > 0 && held >= running.size;
  };
  const take = async () => {
    const next = random.pick(waiting);
    const { call, from } = next;
    waiting = waiting.filter((one) => one !== next);
    const drawn = from?.strikes('call') ? random.pick(outcomesOf(call, true).slice(1)) : 'ok';
    const outcome = from ? drawn : 'arrives';
    if (outcome === 'late') waiting = [...waiting, { call }];
    if (outcome.startsWith('dies')) from?.kill();
    await release({ call, outcome }, send);
  };
  return {
    /** Runs code of an instance that calls DynamoDB, one call after the other. */
    run: async (from: Caller, task: () => Promise<unknown>) => {
      const one = { from };
      // The instance can have died since the task was due. Its calls then wait for ever.
      if (!from.isDead) running.add(one);
      try {
        return await task();
      } finally {
        running.delete(one);
      }
    },
    hold: (from: Caller, call: HeldCall) => {
      if (!from.isDead) waiting = [...waiting, { call, from }];
    },
    /** Forgets an instance that is dead. DynamoDB gets some of its calls nevertheless. */
    drop: (dead: Caller) => {
      for (const one of running) if (one.from === dead) running.delete(one);
      waiting = waiting.flatMap((one) => {
        if (one.from !== dead) return one;
        return random.chance(0.5) ? { call: one.call } : [];
      });
    },
    /** Takes turns until the deliveries are over, and no call is late any more. */
    play: async (deliveries: Promise<unknown>) => {
      let isOver = false;
      const takeAll = async () => {
        for (let rounds = 0; !isOver; rounds++) {
          // Code that needs no call runs before the next turn.
          await new Promise((resolve) => setImmediate(resolve));
          if (rounds > MAX_ROUNDS) throw new Error('A reaction neither calls DynamoDB nor ends');
          if (!isTurn()) continue;
          await take();
          rounds = 0;
        }
        while (waiting.length > 0) await take();
      };
      const delivered = deliveries.finally(() => {
        isOver = true;
      });
      await Promise.all([delivered, takeAll()]);
    },
  };
};

export type Turns = ReturnType<typeof startTurns>;
