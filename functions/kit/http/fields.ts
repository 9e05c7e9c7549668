import { isOwnershipOn } from '../environment';
import { type Path, readValues } from '../model/check';
import { didYouMean } from '../model/did-you-mean';
import type { Fields, Issue } from '../model/field';
import { shorten } from '../model/text';
import { READ_ONLY } from '../rules/conditions';
import { addError, MAX_ERRORS, type ProblemError } from './errors';

/** Returns the fields that clients cannot write. On a stage with ownership only admins can write the owner. */
export const readOnlyFields = () => (isOwnershipOn() ? [...READ_ONLY, 'owner'] : READ_ONLY);

/** Returns a JSON Pointer as a URI fragment (RFC 6901 §6). */
export const pointerTo = (...path: Path) =>
  [
    '#',
    ...path.map((part) => encodeURIComponent(shorten(String(part)).replaceAll('~', '~0').replaceAll('/', '~1'))),
  ].join('/');

/** Maximum number of hints. A hundred hints take 160 ms when the model has 40 names of 24 letters. */
const MAX_HINTS = 10;

/** Returns the fields that a client can write. A body may leave out a field that a PUT keeps. */
const writableIn = (model: Fields): Fields =>
  Object.fromEntries(
    Object.entries(model).flatMap(([name, field]) => {
      if (field.isServerSet) return [];
      return [[name, field.isKept ? { ...field, default: undefined, isOptional: true } : field]];
    }),
  );

const readOnlyError: Issue = ['read-only', 'is set by the service and cannot be written'];

const unknownError = (name: string, model: Fields, hasHint: boolean): Issue => {
  const names = Object.keys(model);
  const wordsOf = (field: string) => [field, ...(model[field]?.aliases ?? [])];
  const word = (hasHint && didYouMean(name, names.flatMap(wordsOf))) || '';
  const meant = names.find((field) => wordsOf(field).includes(word));
  return ['unknown', `is not a member; ${meant ? `did you mean ${meant}?` : `allowed: ${names.join(', ')}`}`];
};

/**
 * Checks a JSON value by a model, and converts the values of its fields. Adds all errors to `errors`. Where some names are
 * `ignored`, the fields that only handlers set are, too.
 */
export const readFields = (
  model: Fields,
  input: unknown,
  { ignored, errors }: { ignored?: readonly string[] | undefined; errors: ProblemError[] },
) => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    addError(errors, 'pointer', '#', ['type', 'must be a JSON object']);
    return undefined;
  }
  const writable = writableIn(model);
  const addUnknown = (path: Path, fields: Fields, isReadOnly = false) => {
    // Describes only errors that are listed, because a body can hold thousands of members.
    if (errors.length >= MAX_ERRORS) return void addError(errors, 'pointer', '#', ['unknown', '']);
    const hasHint = errors.length < MAX_HINTS;
    const issue = isReadOnly ? readOnlyError : unknownError(String(path.at(-1)), fields, hasHint);
    addError(errors, 'pointer', pointerTo(...path), issue);
  };
  const values = readValues(writable, input, (name, issue, path = [], fields) => {
    if (fields) addUnknown([name, ...path], fields);
    else addError(errors, 'pointer', pointerTo(name, ...path), issue);
  });
  for (const name of Object.keys(input)) {
    const isServerSet = Object.hasOwn(model, name);
    if (Object.hasOwn(writable, name) || (ignored && (isServerSet || ignored.includes(name)))) continue;
    addUnknown([name], writable, isServerSet || readOnlyFields().includes(name));
  }
  return values;
};
