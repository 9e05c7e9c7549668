import { type HistoryOperation, type KnownTags, type OrderState, type SeenState, step, unite } from './step';

/** Maps each ETag to the state that it identifies. Returns undefined when an ETag identifies two different states. */
const statesByTag = (history: readonly HistoryOperation[]): KnownTags | undefined => {
  const known = new Map<string | undefined, SeenState>();
  for (const { seen } of history) {
    if (seen.etag === undefined) continue;
    const united = unite(known.get(seen.etag) ?? {}, seen);
    if (!united) return undefined;
    known.set(seen.etag, united);
  }
  return known;
};

/** The limit of the search. 40 operations take hundreds of steps; a history without an order could fill the memory. */
const MAX_STEPS = 20_000;

/**
 * Searches an order of the operations on one resource that explains every response. The resource is absent at first. An
 * operation must not come before an operation that was answered before its request. The algorithm is Wing and Gong's
 * search with Lowe's cache of visited configurations (https://doi.org/10.1002/cpe.3928).
 *
 * Returns undefined when there is an order, the longest partial order when there is none, and `undecided` when the
 * search reaches its limit.
 */
export const linearize = (
  history: readonly HistoryOperation[],
): readonly HistoryOperation[] | 'undecided' | undefined => {
  const known = statesByTag(history);
  if (!known) return [];
  const visited = new Set<string>();
  const order: HistoryOperation[] = [];
  let longest: readonly HistoryOperation[] = [];
  const search = (state: OrderState, left: readonly HistoryOperation[]): boolean => {
    const [first] = left;
    if (!first || first.answeredAt === Number.POSITIVE_INFINITY) return true;
    if (order.length > longest.length) longest = [...order];
    const configuration = `${left.map(({ sentAt }) => sentAt)} ${JSON.stringify(state)}`;
    if (visited.has(configuration) || visited.size === MAX_STEPS) return false;
    visited.add(configuration);
    const candidates = left.filter(({ sentAt }) => sentAt < first.answeredAt);
    const tryNext = (operation: HistoryOperation) => {
      const next = step(state, operation, known);
      if (!next) return false;
      order.push(operation);
      const rest = left.filter((other) => other !== operation);
      const isFound = search(next, rest);
      order.pop();
      return isFound;
    };
    // An answered operation that does not change the state takes the next place, because a later place is no better.
    const idle = candidates.find(
      (operation) => operation.outcome !== 'unknown' && step(state, operation, known) === state,
    );
    return idle ? tryNext(idle) : candidates.some(tryNext);
  };
  const whole = history.map((operation) => ({ ...operation, seen: known.get(operation.seen.etag) ?? operation.seen }));
  whole.sort((a, b) => a.answeredAt - b.answeredAt);
  if (search('absent', whole)) return undefined;
  return visited.size === MAX_STEPS ? 'undecided' : longest;
};
