import { STATUS_CODES } from 'node:http';
import { entityTag } from './etag';

/** One thing wrong with a request: which part of it, and what is allowed there. */
export type Fault = {
  readonly code: 'invalid-json' | 'invalid-body' | 'invalid-query' | 'invalid-header';
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
  readonly detail: string;
};

type Extras = { readonly headers?: Record<string, string>; readonly errors?: readonly Omit<Fault, 'code'>[] };

/** Every failure that a client gets to see (RFC 9457). */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly extras: Extras = {},
  ) {
    super(detail);
  }

  body(requestId: string) {
    const { status, code, message: detail } = this;
    return {
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      code,
      detail,
      errors: this.extras.errors,
      requestId,
    };
  }
}

/** A body of 256 KiB can hold 50,000 wrong members; the answer lists this many and counts the rest. */
export const MOST_ERRORS = 100;

const count = (faults: readonly Fault[], part: 'header' | 'parameter' | 'pointer', noun: string) => {
  const wrong = new Set<string>();
  for (const { [part]: name } of faults) if (name !== undefined) wrong.add(name);
  wrong.delete('#');
  if (wrong.size === 0) return [];
  return [wrong.size === 1 ? `1 ${noun} is invalid` : `${wrong.size} ${noun}s are invalid`];
};

/** What is wrong with the body as a whole comes without a count. */
const wholeBody = (faults: readonly Fault[]) =>
  faults
    .filter(({ code, pointer }) => code === 'invalid-json' || pointer === '#')
    .map(({ detail }) => `The body ${detail}`);

/** The 400 of a request, with all its faults. */
export const invalid = (faults: readonly [Fault, ...Fault[]]) => {
  const parts = [
    ...wholeBody(faults),
    ...count(faults, 'header', 'header'),
    ...count(faults, 'parameter', 'parameter'),
    ...count(faults, 'pointer', 'member'),
  ];
  const rest = faults.length > MOST_ERRORS ? ` The first ${MOST_ERRORS} are listed.` : '';
  const listed = faults.slice(0, MOST_ERRORS).filter(({ code }) => code !== 'invalid-json');
  return new Problem(400, faults[0].code, `${parts.join('; ')}.${rest}`, {
    errors: listed.length > 0 ? listed.map(({ code: _, ...fault }) => fault) : undefined,
  });
};

export const notFound = (detail = 'There is no such resource.') => new Problem(404, 'not-found', detail);

export const stale = (rev: string) =>
  new Problem(412, 'stale', 'The resource is no longer as If-Match says; its current ETag is in the headers.', {
    headers: { etag: entityTag(rev) },
  });

export const exists = (rev: string) =>
  new Problem(412, 'exists', 'The resource is already there; its current ETag is in the headers.', {
    headers: { etag: entityTag(rev) },
  });

export const unavailable = (
  detail = 'The service cannot answer right now; the same request may succeed in a moment.',
) => new Problem(503, 'unavailable', detail, { headers: { 'retry-after': '1' } });
