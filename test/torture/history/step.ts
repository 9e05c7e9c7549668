export type HistoryFields = Readonly<Record<string, string | undefined>>;

/** The facts about a resource that a response shows. Facts that the response leaves out are undefined. */
export type SeenState = { readonly fields?: HistoryFields; readonly etag?: string; readonly updatedAt?: string };

/** The limits of a caller on a stage with ownership. Admins have none. */
type OwnerLimits = {
  /** The owner of all resources that the caller may change. */
  readonly owner: string;
  /** True if foreign resources look absent to the caller. */
  readonly isPrivate: boolean;
  /** The ids of parents that the caller may not give a resource. */
  readonly foreignParents: readonly string[];
};

/** A request of a client to one resource, and its response. */
export type HistoryOperation = {
  /** The text of the operation in a report. */
  readonly line: string;
  /** The logical time of the request. */
  readonly sentAt: number;
  /** The logical time of the response. Infinity when the outcome is unknown: applied at any later time, or never. */
  readonly answeredAt: number;
  readonly kind: 'read' | 'create' | 'put' | 'patch' | 'delete';
  /** The fields that the request sets. The value undefined removes a field. */
  readonly set?: HistoryFields;
  readonly ifMatch?: string;
  /**
   * `refused`: the precondition did not hold. `foreign`, `foreignParent`: the resource or its new parent belongs to
   * another caller. `unexpected`: no state explains the response.
   */
  readonly outcome: 'done' | 'absent' | 'refused' | 'foreign' | 'foreignParent' | 'unknown' | 'unexpected';
  readonly limits?: OwnerLimits;
  readonly seen: SeenState;
};

/** The state of a resource after the operations of an order. An unknown `updatedAt` is greater than `after`. */
type PresentState = SeenState & { readonly fields: HistoryFields; readonly after: string };
export type OrderState = PresentState | 'absent';

const isSame = (a: HistoryFields, b: HistoryFields) => Object.keys({ ...a, ...b }).every((name) => a[name] === b[name]);

const differ = (a: string | undefined, b: string | undefined) => a !== undefined && b !== undefined && a !== b;

/** Merges the facts of two responses. Returns undefined when they contradict each other. */
export const unite = (a: SeenState, b: SeenState): SeenState | undefined => {
  if (differ(a.etag, b.etag) || differ(a.updatedAt, b.updatedAt)) return undefined;
  if (a.fields && b.fields && !isSame(a.fields, b.fields)) return undefined;
  return { fields: a.fields ?? b.fields, etag: a.etag ?? b.etag, updatedAt: a.updatedAt ?? b.updatedAt };
};

/** Adds the facts of a response to a state. Returns undefined when the response contradicts the state. */
const observe = (state: PresentState, seen: SeenState): PresentState | undefined => {
  const united = unite(state, seen);
  if (!united || (united.updatedAt !== undefined && united.updatedAt <= state.after)) return undefined;
  return state.etag && state.updatedAt ? state : { ...united, fields: state.fields, after: state.after };
};

/** The states that ETags identify. */
export type KnownTags = ReadonlyMap<string | undefined, SeenState>;

/** Returns the state after an operation that its limits allow; undefined when no such response fits the state. */
const stepWithoutLimits = (
  state: OrderState,
  operation: HistoryOperation,
  known: KnownTags,
): OrderState | undefined => {
  const { kind, set = {}, ifMatch, outcome, seen } = operation;
  if (outcome === 'unexpected' || outcome === 'foreign') return undefined;
  if (outcome === 'absent') return state === 'absent' && kind !== 'create' ? state : undefined;
  if (kind === 'create' && outcome !== 'refused')
    return state === 'absent' ? observe({ fields: set, after: '' }, seen) : undefined;
  if (state === 'absent') return undefined;
  if (outcome === 'refused') return kind === 'create' || differ(ifMatch, seen.etag) ? observe(state, seen) : undefined;
  const before = ifMatch === undefined ? state : observe(state, known.get(ifMatch) ?? { etag: ifMatch });
  if (!before || kind === 'read') return before && observe(before, seen);
  if (kind === 'delete') return observe(before, seen) && 'absent';
  const fields = kind === 'put' ? { owner: before.fields.owner, ...set } : { ...before.fields, ...set };
  if (kind === 'patch' && isSame(fields, before.fields)) return observe(before, seen);
  return observe({ fields, after: before.updatedAt ?? before.after }, seen);
};

const isForeign = (state: OrderState, kind: HistoryOperation['kind'], { owner, isPrivate }: OwnerLimits) =>
  state !== 'absent' && state.fields.owner !== owner && (isPrivate || kind !== 'read');

/** Tells whether the state after a write has a parent that the state before did not have, and that is foreign. */
const takesForeignParent = (before: OrderState, after: OrderState, { foreignParents }: OwnerLimits) => {
  if (after === 'absent') return false;
  const old: HistoryFields = before === 'absent' ? {} : before.fields;
  return Object.entries(after.fields).some(([name, id = '']) => id !== old[name] && foreignParents.includes(id));
};

/** Returns the state after an operation; undefined when the operation could not get its response in this state. */
export const step = (state: OrderState, operation: HistoryOperation, known: KnownTags): OrderState | undefined => {
  const { kind, limits, outcome } = operation;
  if (!limits) return stepWithoutLimits(state, operation, known);
  if (isForeign(state, kind, limits)) return outcome === (limits.isPrivate ? 'absent' : 'foreign') ? state : undefined;
  const after = stepWithoutLimits(state, operation, known);
  const isRefused = after !== undefined && takesForeignParent(state, after, limits);
  if (isRefused !== (outcome === 'foreignParent')) return undefined;
  return isRefused ? state : after;
};
