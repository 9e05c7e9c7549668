import type { Asked } from './event';
import { describeBreak, scan } from './json';
import { pointerTo, READ_ONLY, readMembers } from './members';
import { type Fault, MOST_ERRORS, Problem } from './problem';
import { methodOf, type Row } from './row';

const LIMIT_BYTES = 256 * 1024;

const MERGE_PATCH = 'application/merge-patch+json';

export const ACCEPT_PATCH = `${MERGE_PATCH}, application/json`;

/** What a 415 offers instead; the header differs by method (RFC 9110 §15.5.16, RFC 5789, W3C LDP for Accept-Post). */
const offer = (method: string): Record<string, string> => {
  if (method === 'PATCH') return { 'accept-patch': ACCEPT_PATCH };
  return { [method === 'POST' ? 'accept-post' : 'accept']: 'application/json' };
};

const isAccepted = (type: string, method: string, hasOrigin: boolean) => {
  if (type === 'application/json' || type === MERGE_PATCH) return true;
  // A page of another origin can send these two without a preflight; curl and scripts send no Origin.
  if (type === 'text/plain' || type === 'application/x-www-form-urlencoded') return !hasOrigin;
  return method !== 'PATCH' && /^[\w.!#$&^-]+\/[\w.!#$&^+-]+\+json$/.test(type);
};

const checkType = (headers: Asked['headers'], method: string) => {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const [, type = '', parameters = ''] =
    /^\s*([^;\s]*)\s*(?:;(.*))?$/s.exec(headers['content-type'] ?? 'application/json') ?? [];
  const charsets = [...parameters.matchAll(/(?:^|;)\s*charset\s*=\s*"?([^";\s]*)/gi)].map(
    ([, charset = '']) => charset,
  );
  const fitting = isAccepted(type.toLowerCase(), method, headers.origin !== undefined);
  if (fitting && charsets.every((charset) => /^utf-?8$/i.test(charset)) && encoding === 'identity') return;
  const wanted = Object.values(offer(method)).join();
  const detail = `The body must be ${wanted} in UTF-8, not compressed.`;
  throw new Problem(415, 'unsupported-media-type', detail, { headers: offer(method) });
};

const decode = ({ headers, body = '', isBase64Encoded }: Asked): string | undefined => {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > LIMIT_BYTES) {
    throw new Problem(
      413,
      'body-too-large',
      `The body is ${bytes.length} bytes long; at most ${LIMIT_BYTES} are allowed.`,
    );
  }
  // A gateway that reads the body as text puts U+FFFD for what is no UTF-8; only the length still tells.
  const { 'content-length': sent = String(bytes.length) } = headers;
  if (!isBase64Encoded && body.includes('\uFFFD') && sent !== String(bytes.length)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const parse = (source: string | undefined, faults: Fault[]) => {
  const refuse = (why: string) => {
    faults.push({ code: 'invalid-json', detail: `is not valid JSON: ${why}` });
    return undefined;
  };
  if (source === undefined) return refuse('it is not UTF-8');
  try {
    return { source, input: JSON.parse(source) as unknown };
  } catch {
    return refuse(describeBreak(source, scan(source).brokenAt ?? 0));
  }
};

/** The body as the row's model has it; type and size are refused at once, all else goes to `faults`. */
export const readBody = (row: Row, event: Asked, faults: Fault[]) => {
  if (!row.takes) return undefined;
  const method = methodOf(row);
  if (event.body) checkType(event.headers, method);
  const parsed = parse(decode(event), faults);
  if (!parsed) return undefined;
  const { source, input } = parsed;
  const body = readMembers(row.takes, input, { ignored: method === 'PUT' ? READ_ONLY : [], faults });
  // Where there are too many faults to list, one of this kind tells nothing more, and looking for it takes long.
  const repeated = faults.length < MOST_ERRORS ? scan(source).repeated : [];
  for (const name of new Set(repeated)) {
    faults.push({ code: 'invalid-body', pointer: pointerTo(name), detail: 'is given more than once' });
  }
  const id = event.pathParameters?.id;
  if (method === 'PUT' && input instanceof Object && 'id' in input && input.id !== id) {
    faults.push({ code: 'invalid-body', pointer: '#/id', detail: 'must be the id in the path, or left out' });
  }
  return body;
};
