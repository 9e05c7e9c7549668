import { isOwnershipOn } from '../environment';
import { readValues } from '../model/check';
import { didYouMean } from '../model/did-you-mean';
import type { Fields, Issue } from '../model/field';
import { shorten } from '../model/text';
import { READ_ONLY } from '../rules/conditions';
import { addError, MAX_ERRORS, type ProblemError } from './errors';

const [readOnly, readOnlyOwned] = [READ_ONLY, [...READ_ONLY, 'owner']];

/** Returns the fields that clients cannot write. On a stage with ownership only admins can write the owner. */
export const readOnlyFields = () => (isOwnershipOn() ? readOnlyOwned : readOnly);

/** Returns a JSON Pointer as a URI fragment (RFC 6901 §6). */
export const pointerTo = (name: string) =>
  `#/${encodeURIComponent(shorten(name).replaceAll('~', '~0').replaceAll('/', '~1'))}`;

/** Maximum number of hints. A hundred hints take 160 ms when the model has 40 names of 24 letters. */
const MAX_HINTS = 10;

const unknownError = (name: string, model: Fields, hasHint: boolean): Issue => {
  if (readOnlyFields().includes(name)) return ['read-only', 'is set by the service and cannot be written'];
  const names = Object.keys(model);
  const wordsOf = (field: string) => [field, ...(model[field]?.aliases ?? [])];
  const word = (hasHint && didYouMean(name, names.flatMap(wordsOf))) || '';
  const meant = names.find((field) => wordsOf(field).includes(word));
  return ['unknown', `is not a member; ${meant ? `did you mean ${meant}?` : `allowed: ${names.join(', ')}`}`];
};

/** Checks a JSON value by a model, and converts the values of its fields. Adds all errors to `errors`. */
export const readFields = (
  model: Fields,
  input: unknown,
  { ignored, errors }: { ignored: readonly string[]; errors: ProblemError[] },
) => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    addError(errors, 'pointer', '#', ['type', 'must be a JSON object']);
    return undefined;
  }
  const values = readValues(model, input, (name, issue, index) =>
    addError(errors, 'pointer', index === undefined ? pointerTo(name) : `${pointerTo(name)}/${index}`, issue),
  );
  for (const name of Object.keys(input)) {
    if (Object.hasOwn(model, name) || ignored.includes(name)) continue;
    // Describes only errors that are listed, because a body can hold thousands of members.
    const isListed = errors.length < MAX_ERRORS;
    const issue = isListed ? unknownError(name, model, errors.length < MAX_HINTS) : (['unknown', ''] as const);
    addError(errors, 'pointer', isListed ? pointerTo(name) : name, issue);
  }
  return values;
};
