import * as v from 'valibot';
import { nearest } from './nearest';
import { type Fault, MOST_ERRORS } from './problem';
import type { Members } from './row';
import { shorten } from './shorten';

export const READ_ONLY: readonly string[] = ['id', 'createdAt', 'updatedAt'];

/** A JSON Pointer as a URI fragment (RFC 6901 §6). */
export const pointerTo = (name: string) =>
  `#/${encodeURIComponent(shorten(name).replaceAll('~', '~0').replaceAll('/', '~1'))}`;

/** Other words for a member; they stand in its model, perhaps inside an optional or nullable one. */
const aliasesOf = (schema: v.GenericSchema): readonly string[] => {
  if ('wrapped' in schema) return aliasesOf(schema.wrapped as v.GenericSchema);
  const { aliases } = v.getMetadata(schema as Parameters<typeof v.getMetadata>[0]);
  return Array.isArray(aliases) ? aliases : [];
};

const refuse = (name: string, { entries }: Members) => {
  if (READ_ONLY.includes(name)) return 'is set by the service and cannot be written';
  const words = Object.entries(entries).flatMap(([entry, schema]) =>
    [entry, ...aliasesOf(schema)].map((word) => [word, entry] as const),
  );
  const meant = new Map(words).get(
    nearest(
      name,
      words.map(([word]) => word),
    ) ?? '',
  );
  if (meant) return `is not a member; did you mean ${meant}?`;
  return `is not a member; allowed are ${Object.keys(entries).join(', ')}`;
};

const detailOf = ({ input, message, type }: { input: unknown; message: string; type: string }) =>
  type === 'object' && input === undefined ? 'is required' : message;

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
  const result = v.safeParse(model, input, { abortPipeEarly: true });
  for (const issue of result.issues ?? []) fault(pointerTo(String(issue.path?.[0]?.key)), detailOf(issue));
  for (const name of Object.keys(input)) {
    if (Object.hasOwn(model.entries, name) || ignored.includes(name)) continue;
    // Beyond those that are listed they are only counted: a body can hold tens of thousands.
    if (faults.length < MOST_ERRORS) fault(pointerTo(name), refuse(name, model));
    else fault(name, 'is not a member');
  }
  return result.output;
};
