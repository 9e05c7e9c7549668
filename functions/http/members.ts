import { type Members, readValues } from '../model/member';
import { nearest } from '../model/nearest';
import { shorten } from '../model/shorten';
import { type Fault, MOST_ERRORS } from './problem';

export const READ_ONLY: readonly string[] = ['id', 'createdAt', 'updatedAt'];

/** A JSON Pointer as a URI fragment (RFC 6901 §6). */
export const pointerTo = (name: string) =>
  `#/${encodeURIComponent(shorten(name).replaceAll('~', '~0').replaceAll('/', '~1'))}`;

const refuse = (name: string, model: Members) => {
  if (READ_ONLY.includes(name)) return 'is set by the service and cannot be written';
  const meanings = new Map<string, string>();
  for (const [member, { aliases = [] }] of Object.entries(model))
    for (const word of [member, ...aliases]) meanings.set(word, member);
  const meant = meanings.get(nearest(name, [...meanings.keys()]) ?? '');
  if (meant) return `is not a member; did you mean ${meant}?`;
  return `is not a member; allowed are ${Object.keys(model).join(', ')}`;
};

/** What the model makes of a JSON value; whatever is wrong with it goes to `faults`. */
export const readMembers = (
  model: Members,
  input: unknown,
  { ignored, faults }: { ignored: readonly string[]; faults: Fault[] },
) => {
  const fault = (pointer: string, detail: string) => faults.push({ code: 'invalid-body', pointer, detail });
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    fault('#', 'must be a JSON object');
    return undefined;
  }
  const made = readValues(model, input, (name, detail) => fault(pointerTo(name), detail));
  for (const name of Object.keys(input)) {
    if (Object.hasOwn(model, name) || ignored.includes(name)) continue;
    // Beyond those that are listed they are only counted: a body can hold tens of thousands.
    if (faults.length < MOST_ERRORS) fault(pointerTo(name), refuse(name, model));
    else fault(name, 'is not a member');
  }
  return made;
};
