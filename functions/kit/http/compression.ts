import { type Content, type ReadRequest, readResponse } from './response';

/** Codings in which the service sends a body, the preferred one first. */
const codings = ['br', 'gzip'] as const;
type Coding = (typeof codings)[number];

/** Minimum size of a body that is compressed. */
const MIN_BYTES = 1024;

/** One coding of `Accept-Encoding` with its weight (RFC 9110 §12.5.3). Takes `x-gzip` as `gzip` (RFC 9110 §8.4.1.3). */
const WEIGHTED = /^\s*(?:x-(?=gzip\b))?([\w*.-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/;

/**
 * Picks the coding that `Accept-Encoding` prefers among those offered. Undefined means the body as it is. Ignores a
 * coding that it cannot parse, because a client always understands the body as it is.
 */
export const pickCoding = (accepted = '', offered: readonly Coding[] = codings): Coding | undefined => {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [, name, weight = '1'] = WEIGHTED.exec(part) ?? [];
    if (name) weights.set(name, Number(weight));
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [best] = offered.toSorted((one, other) => weightOf(other) - weightOf(one));
  return best && weightOf(best) > 0 && weightOf(best) >= weightOf('identity') ? best : undefined;
};

export const encode = (body: string, coding: Coding): Buffer => {
  // Loads zlib at the first compressed body, because loading takes 2 ms or more of every start.
  const { brotliCompressSync, constants, gzipSync } = process.getBuiltinModule('node:zlib');
  if (coding === 'gzip') return gzipSync(body, { level: 1 });
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
};

/**
 * Builds the response of a read whose body is compressed, unless the body is small. Each coding has a revision of its
 * own, because entity tags are strong.
 */
export const compressedResponse = (request: ReadRequest, content: Content) => {
  const { rev, body } = content;
  const coding = Buffer.byteLength(body) < MIN_BYTES ? undefined : pickCoding(request.event.headers['accept-encoding']);
  const response = readResponse(request, coding ? { ...content, rev: `${rev}-${coding}` } : content);
  if (!coding || response.statusCode === 304) return response;
  // The gateway takes binary bodies only as base64.
  const encoded = { body: encode(body, coding).toString('base64'), isBase64Encoded: true };
  return { ...response, ...encoded, headers: { ...response.headers, 'content-encoding': coding } };
};
