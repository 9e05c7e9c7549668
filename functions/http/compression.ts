import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** Codings in which the service sends a body, the preferred one first. */
const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** Compression of a response to a read. */
export type Compression = (
  accepted: string | undefined,
  content: { readonly rev: string; readonly body: string },
) => {
  /** Revisions that mean this content. The first one is that of the response. */
  readonly revs: readonly [string, ...string[]];
  /** Compresses the body of a response. */
  readonly apply: (response: APIGatewayProxyStructuredResultV2) => APIGatewayProxyStructuredResultV2;
};

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

const encode = (body: string, coding: Coding): Buffer => {
  // Loads zlib at the first compressed body, because loading takes 2 ms or more of every start.
  const { brotliCompressSync, constants, gzipSync } = process.getBuiltinModule('node:zlib');
  if (coding === 'gzip') return gzipSync(body, { level: 1 });
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
};

const compress = (response: APIGatewayProxyStructuredResultV2, coding: Coding) => ({
  ...response,
  headers: { ...response.headers, 'content-encoding': coding },
  // The gateway takes binary bodies only as base64.
  body: encode(response.body ?? '', coding).toString('base64'),
  isBase64Encoded: true,
});

/**
 * Picks the coding of a body. A small body stays as it is. Each coding has a revision of its own, because entity tags
 * are strong; the revision of the picked coding comes first. Only routes that compress pass this function to
 * `readResponse`, so that the bundles of all others leave it out.
 */
export const compression: Compression = (accepted, { rev, body }) => {
  const coding = Buffer.byteLength(body) < MIN_BYTES ? undefined : pickCoding(accepted);
  const revs = codings.map((each) => `${rev}-${each}`);
  return {
    revs: [coding ? `${rev}-${coding}` : rev, rev, ...revs],
    apply: (response) => (coding ? compress(response, coding) : response),
  };
};
