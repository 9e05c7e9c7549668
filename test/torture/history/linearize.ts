export type Members = Readonly<Record<string, string | undefined>>;

/** What an answer tells of a resource; what it leaves out is undefined. */
export type Seen = { readonly members?: Members; readonly etag?: string; readonly updatedAt?: string };

/** What a client asked of a resource and was told. */
export type Operation = {
  /** The same in words, for the report. */
  readonly line: string;
  /** Moments of one clock; `answered` is Infinity when the outcome is unknown: carried out at any time, or never. */
  readonly asked: number;
  readonly answered: number;
  readonly kind: 'read' | 'create' | 'put' | 'patch' | 'delete';
  /** The members that it sets; undefined removes one. */
  readonly set?: Members;
  readonly ifMatch?: string;
  /** `refused`: the precondition did not hold; `unexpected`: an answer that nothing can explain. */
  readonly told: 'done' | 'absent' | 'refused' | 'unknown' | 'unexpected';
  readonly seen: Seen;
};

/** A resource as the order so far makes it; its `updatedAt`, when nobody has seen it yet, is at least behind `after`. */
type Present = Seen & { readonly members: Members; readonly after: string };
type State = Present | 'absent';

const isSame = (a: Members, b: Members) => Object.keys({ ...a, ...b }).every((name) => a[name] === b[name]);

const differ = (a: string | undefined, b: string | undefined) => a !== undefined && b !== undefined && a !== b;

/** Both together, unless they contradict each other. */
const unite = (a: Seen, b: Seen): Seen | undefined => {
  if (differ(a.etag, b.etag) || differ(a.updatedAt, b.updatedAt)) return undefined;
  if (a.members && b.members && !isSame(a.members, b.members)) return undefined;
  return { members: a.members ?? b.members, etag: a.etag ?? b.etag, updatedAt: a.updatedAt ?? b.updatedAt };
};

/** The state when somebody has seen this of it; nothing when it cannot be seen so. */
const observe = (state: Present, seen: Seen): Present | undefined => {
  const united = unite(state, seen);
  if (!united || (united.updatedAt !== undefined && united.updatedAt <= state.after)) return undefined;
  return state.etag && state.updatedAt ? state : { ...united, members: state.members, after: state.after };
};

/** The state after an operation; nothing when it cannot be carried out here with the answer that it got. */
const step = (state: State, { kind, set = {}, ifMatch, told, seen }: Operation, known: Known): State | undefined => {
  if (told === 'unexpected') return undefined;
  if (told === 'absent') return state === 'absent' && kind !== 'create' ? state : undefined;
  if (kind === 'create' && told !== 'refused')
    return state === 'absent' ? observe({ members: set, after: '' }, seen) : undefined;
  if (state === 'absent') return undefined;
  if (told === 'refused') return kind === 'create' || differ(ifMatch, seen.etag) ? observe(state, seen) : undefined;
  const before = ifMatch === undefined ? state : observe(state, known.get(ifMatch) ?? { etag: ifMatch });
  if (!before || kind === 'read') return before && observe(before, seen);
  if (kind === 'delete') return observe(before, seen) && 'absent';
  const members = kind === 'put' ? set : { ...before.members, ...set };
  if (kind === 'patch' && isSame(members, before.members)) return observe(before, seen);
  return observe({ members, after: before.updatedAt ?? before.after }, seen);
};

type Known = ReadonlyMap<string | undefined, Seen>;

/** What each ETag stands for; nothing when one stands for two representations. */
const representationsOf = (history: readonly Operation[]): Known | undefined => {
  const known = new Map<string | undefined, Seen>();
  for (const { seen } of history) {
    if (seen.etag === undefined) continue;
    const united = unite(known.get(seen.etag) ?? {}, seen);
    if (!united) return undefined;
    known.set(seen.etag, united);
  }
  return known;
};

/** A resource of forty operations takes hundreds; one that has no order may take more than there is memory. */
const MOST_TRIED = 20_000;

/**
 * Looks for an order of the operations on one resource, absent at first, that explains every answer and in which
 * none comes before one that was answered before it was asked: Wing and Gong's search, with Lowe's memory of what
 * was tried (https://doi.org/10.1002/cpe.3928). Answers undefined when there is one, else the longest that was found, or
 * that it was given up.
 */
export const linearize = (history: readonly Operation[]): readonly Operation[] | 'undecided' | undefined => {
  const known = representationsOf(history);
  if (!known) return [];
  const tried = new Set<string>();
  const order: Operation[] = [];
  let longest: readonly Operation[] = [];
  const search = (state: State, left: readonly Operation[]): boolean => {
    const [first] = left;
    if (!first || first.answered === Number.POSITIVE_INFINITY) return true;
    if (order.length > longest.length) longest = [...order];
    const configuration = `${left.map(({ asked }) => asked)} ${JSON.stringify(state)}`;
    if (tried.has(configuration) || tried.size === MOST_TRIED) return false;
    tried.add(configuration);
    const now = left.filter(({ asked }) => asked < first.answered);
    const goOn = (operation: Operation) => {
      const next = step(state, operation, known);
      if (!next) return false;
      order.push(operation);
      const rest = left.filter((other) => other !== operation);
      const isFound = search(next, rest);
      order.pop();
      return isFound;
    };
    // What was answered and leaves the state alone can as well come at once as later.
    const idle = now.find((operation) => operation.told !== 'unknown' && step(state, operation, known) === state);
    return idle ? goOn(idle) : now.some(goOn);
  };
  const whole = history.map((operation) => ({ ...operation, seen: known.get(operation.seen.etag) ?? operation.seen }));
  whole.sort((a, b) => a.answered - b.answered);
  if (search('absent', whole)) return undefined;
  return tried.size === MOST_TRIED ? 'undecided' : longest;
};
