import type { Issue } from '../model/field';
import { Problem } from '../rules/problem';

/** One error in a request: the part that is wrong, and the rule for this part. */
export type ProblemError = {
  readonly code: 'invalid-json' | 'invalid-body' | 'invalid-query' | 'invalid-header';
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
  readonly issue: Issue;
};

const codes = { pointer: 'invalid-body', parameter: 'invalid-query', header: 'invalid-header' } as const;

/** Adds the error of a member of the body, of a parameter or of a header. */
export const addError = (errors: ProblemError[], part: keyof typeof codes, name: string, issue: Issue) =>
  errors.push({ code: codes[part], [part]: name, issue });

/** Maximum number of errors that a response lists. A body of 256 KiB can hold 30,000 wrong members. */
export const MAX_ERRORS = 100;

/** Returns the first error as a sentence, such as `title is required (and 1 more error).` */
const summaryOf = ([first, ...others]: readonly ProblemError[]) => {
  const { header, parameter, pointer = '#', issue: [, detail] = ['', ''] } = first ?? {};
  const name = header ?? parameter ?? (pointer === '#' ? 'The body' : pointer.slice('#/'.length));
  const more = others.length === 1 ? ' (and 1 more error)' : ` (and ${others.length} more errors)`;
  const end = detail.endsWith('?') && others.length === 0 ? '' : '.';
  return `${name} ${detail}${others.length > 0 ? more : ''}${end}`;
};

/** Makes the 400 that lists the errors of a request. */
export const invalid = (errors: readonly ProblemError[]) => {
  const rest = errors.length > MAX_ERRORS ? ` The first ${MAX_ERRORS} are listed.` : '';
  return new Problem(400, errors[0]?.code ?? 'invalid-body', summaryOf(errors) + rest, {
    errors: errors.slice(0, MAX_ERRORS).map(({ code: _, issue: [rule, detail], ...at }) => ({ ...at, rule, detail })),
  });
};
