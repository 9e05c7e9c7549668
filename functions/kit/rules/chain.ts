import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * The chain of reactions. What a reaction writes is a change, too, which reactions get. The revision of such a write bears the
 * number of reactions behind it, so that a reaction which causes itself for ever ends.
 */

/** Number of reactions behind each other that led to the change which the current code handles. Outside a reaction there is none. */
export const chain = new AsyncLocalStorage<number>();

/** Maximum number of reactions that lead to a write. A process of 16 steps, each in a reaction, still works. */
const MAX_CHAIN = 16;

/** Returns the number of reactions that led to the write of a revision. */
export const chainOf = (rev: string) => Number(rev.split('~', 2)[1] ?? 0);

/** Returns the end of a new revision. */
export const chainMark = () => {
  const length = chain.getStore();
  return length === undefined ? '' : `~${length + 1}`;
};

/** Throws before a write of a reaction that follows too many others. */
export const checkChain = () => {
  if ((chain.getStore() ?? 0) >= MAX_CHAIN)
    throw new Error(
      `This write follows ${MAX_CHAIN} reactions, so one of them changes each time what it reacts to. Let it write only what differs.`,
    );
};
