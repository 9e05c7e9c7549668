import type { InvokeResponse } from '../in-process';
import type { HistoryOperation, SeenState } from './step';

/** Returns the facts that a response shows. */
export const stateIn = ({ status, headers: { etag }, body }: InvokeResponse): SeenState => {
  if (status >= 300 || !body) return { etag };
  const { id: _, createdAt: __, updatedAt, ...fields } = body;
  return { fields, etag, updatedAt };
};

/** Turns a list by id into the response of the resource. Leaves out the ETag, which is the ETag of the list. */
export const memberIn = (list: InvokeResponse): InvokeResponse =>
  list.status === 200 ? { ...list, status: list.body.length > 0 ? 200 : 404, headers: {}, body: list.body[0] } : list;

const outcomes = new Map<number, HistoryOperation['outcome']>([
  [200, 'done'],
  [201, 'done'],
  [204, 'done'],
  [304, 'done'],
  [404, 'absent'],
  [412, 'refused'],
  [503, 'unknown'],
]);

/** Returns the outcome that a response stands for. */
export const outcomeOf = ({ status, body }: InvokeResponse): HistoryOperation['outcome'] => {
  if (status === 403) return body.errors ? 'foreignParent' : 'foreign';
  return outcomes.get(status) ?? 'unexpected';
};

/** Returns the state that a client assumes after a response. */
export const stateAfter = (last: SeenState | undefined, operation: HistoryOperation): SeenState | undefined => {
  const { kind, set, outcome, seen } = operation;
  if (outcome === 'unknown' || outcome === 'foreign' || outcome === 'foreignParent') return last;
  if (outcome === 'absent' || (outcome === 'done' && kind === 'delete')) return undefined;
  const assumed = outcome === 'done' ? { ...last?.fields, ...set } : last?.fields;
  return { fields: seen.fields ?? assumed, etag: seen.etag };
};
