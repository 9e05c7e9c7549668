import type { Issue } from '../model/field';
import { MAX_TAGS } from '../rules/conditions';
import { addError, type ProblemError } from './errors';
import type { ApiEvent } from './event';

const TAG = /(W\/)?"([\x21\x23-\x7E\x80-\xFF]*)"/g;
/** Matches a list of entity tags. Takes linear time, because the character after some spaces decides their place. */
const TAG_LIST = /^[\s,]*(?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*"(?:\s*,(?:\s*(?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*")?)*\s*$/;

const NO_TAGS: Issue = ['format', `must be * or a list of at most ${MAX_TAGS} quoted entity tags, such as "abc"`];

const parse = (header: string | undefined, takesWeak: boolean, onError: () => void) => {
  const value = header?.trim();
  if (value === undefined || value === '*') return value;
  const found = TAG_LIST.test(value) ? [...value.matchAll(TAG)] : [];
  if (found.length > 0 && found.length <= MAX_TAGS)
    return found.flatMap(([, weak, rev = '']) => (takesWeak || !weak ? [rev] : []));
  onError();
  return undefined;
};

/** Reads the preconditions of a request. Refuses one that a write would ignore, because that could lose an update. */
export const readPrecondition = (headers: ApiEvent['headers'], errors: ProblemError[], isWrite: boolean) => {
  const refuse = (name: string, issue: Issue) => addError(errors, 'header', name, issue);
  // Drops weak tags, because a weak tag never matches `If-Match` (RFC 9110 §13.1.1).
  const ifMatch = parse(headers['if-match'], false, () => refuse('If-Match', NO_TAGS));
  const ifNoneMatch = parse(headers['if-none-match'], true, () => refuse('If-None-Match', NO_TAGS));
  if (ifMatch !== undefined && ifNoneMatch === '*')
    refuse('If-None-Match', ['conflict', 'cannot be * beside If-Match: one asks for a resource, the other for none']);
  if (isWrite && headers['if-unmodified-since'] !== undefined)
    refuse('If-Unmodified-Since', ['not-allowed', 'is not supported; send the ETag in If-Match']);
  return { ifMatch, ifNoneMatch };
};
