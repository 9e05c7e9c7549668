import { exists, type Fault, stale } from './problem';

/** `If-Match` and `If-None-Match` of a request; the tags are revisions, without quotes. */
export type Precondition = { readonly ifMatch?: '*' | string[]; readonly ifNoneMatch?: '*' | string[] };

/** A PUT that must find nothing creates under the id in its path. */
export const isCreation = (method: string, { ifNoneMatch }: Precondition) => method === 'PUT' && ifNoneMatch === '*';

type Headers = Record<string, string | undefined>;

const tag = /(W\/)?"([\x21\x23-\x7E\x80-\xFF]*)"/g;
/** One way to read each space, so that a long header that is wrong is found wrong at once. */
export const tags =
  /^[\s,]*(?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*"(?:\s*,(?:\s*(?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*")?)*\s*$/;

/** DynamoDB's IN takes at most 100 values. */
export const MOST_TAGS = 100;

const parse = (headers: Headers, header: string, faults: Fault[]): '*' | [weak: boolean, rev: string][] | undefined => {
  const value = headers[header.toLowerCase()]?.trim();
  if (value === undefined || value === '*') return value;
  const found = tags.test(value) ? [...value.matchAll(tag)] : [];
  if (found.length > 0 && found.length <= MOST_TAGS)
    return found.map(([, weak, rev = '']) => [weak !== undefined, rev]);
  const detail = `must be * or a list of at most ${MOST_TAGS} quoted entity tags, such as "abc"`;
  faults.push({ code: 'invalid-header', header, detail });
  return undefined;
};

export const readPrecondition = (headers: Headers, faults: Fault[]): Precondition => {
  const match = parse(headers, 'If-Match', faults);
  const noneMatch = parse(headers, 'If-None-Match', faults);
  if (match !== undefined && noneMatch === '*') {
    const detail = 'cannot be * beside If-Match: one asks for a resource, the other for none';
    faults.push({ code: 'invalid-header', header: 'If-None-Match', detail });
  }
  return {
    // If-Match compares strongly (RFC 9110 §13.1.1): a weak tag is understood and never matches.
    ifMatch: Array.isArray(match) ? match.filter(([weak]) => !weak).map(([, rev]) => rev) : match,
    ifNoneMatch: Array.isArray(noneMatch) ? noneMatch.map(([, rev]) => rev) : noneMatch,
  };
};

const covers = (wanted: '*' | string[] | undefined, rev: string) => wanted === '*' || wanted?.includes(rev) === true;

export const isNotModified = ({ ifNoneMatch }: Precondition, rev: string) => covers(ifNoneMatch, rev);

export const checkIfMatch = ({ ifMatch }: Precondition, rev: string) => {
  if (ifMatch !== undefined && !covers(ifMatch, rev)) throw stale(rev);
};

/** Throws 412 unless a resource at this revision may be written. */
export const checkPrecondition = (precondition: Precondition, rev: string) => {
  checkIfMatch(precondition, rev);
  if (covers(precondition.ifNoneMatch, rev)) throw exists(rev);
};
