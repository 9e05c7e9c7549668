import type { Draft } from './draft';
import type { FuzzResponse } from './shape';

/** Returns the stored value of a field. `null` resets a field. */
const stored = (name: string, value: unknown) => (value !== null ? value : name === 'content' ? '' : undefined);

/** Compares a response with the statuses and values that its draft expects. */
export const unexpectedOutcomes = (
  { isDecided, refusals, fields = {} }: Draft,
  { status, body }: Pick<FuzzResponse, 'status' | 'body'>,
): string[] => {
  if (!isDecided) return [];
  if (refusals.length > 0)
    return refusals.includes(status) ? [] : [`the status is ${status}, but the request must be refused`];
  if ([400, 413, 415].includes(status))
    return [`the status is ${status}, but the request must be accepted: ${JSON.stringify(body)}`];
  if ((status !== 201 && status !== 200) || !(body instanceof Object)) return [];
  const shown = new Map<string, unknown>(Object.entries(body));
  const lost = Object.keys(fields).filter((name) => shown.get(name) !== stored(name, fields[name]));
  return lost.map((name) => `the field ${name} comes back as ${JSON.stringify(shown.get(name))}`);
};
