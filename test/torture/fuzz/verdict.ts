import type { Draft } from './draft';
import type { Answered } from './shape';

/** What a member is once it is stored. */
const stored = (name: string, value: unknown) => (value !== null ? value : name === 'content' ? '' : undefined);

/** What the contract does not allow of the answer to just this request. */
export const unexpected = (
  { isSure, refusals, members = {} }: Draft,
  { status, body }: Pick<Answered, 'status' | 'body'>,
): string[] => {
  if (!isSure) return [];
  if (refusals.length > 0) return refusals.includes(status) ? [] : [`${status} for what must be refused`];
  if ([400, 413, 415].includes(status)) return [`${status} for what must be accepted: ${JSON.stringify(body)}`];
  if ((status !== 201 && status !== 200) || !(body instanceof Object)) return [];
  const shown = new Map<string, unknown>(Object.entries(body));
  const lost = Object.keys(members).filter((name) => shown.get(name) !== stored(name, members[name]));
  return lost.map((name) => `${name} comes back as ${JSON.stringify(shown.get(name))}`);
};
