import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** Codings in which the service sends a body, the preferred one first. */
const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** Minimum size of a body that is compressed. */
const MIN_BYTES = 1024;

/** One coding of `Accept-Encoding` with its weight (RFC 9110 §12.5.3). */
const WEIGHTED = /^\s*([\w*.-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/;

/**
 * Picks the coding that `Accept-Encoding` prefers among those offered. Undefined means the body as it is. Ignores what it
 * cannot read, because a client always understands the body as it is.
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
  // Not an import, because loading zlib takes 2 ms or more, and most functions never need it.
  const { brotliCompressSync, constants, gzipSync } = process.getBuiltinModule('node:zlib');
  if (coding === 'gzip') return gzipSync(body, { level: 1 });
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
};

/** Compression of responses. Only routes that compress take it, so that the bundles of all others leave it out. */
export const compression = {
  codings,
  /** Picks the coding for a body. A small body stays as it is. */
  codingFor: (accepted: string | undefined, body: string) =>
    Buffer.byteLength(body) < MIN_BYTES ? undefined : pickCoding(accepted),
  compress: (response: APIGatewayProxyStructuredResultV2, coding: Coding): APIGatewayProxyStructuredResultV2 => ({
    ...response,
    headers: { ...response.headers, 'content-encoding': coding },
    // The gateway takes binary bodies only as base64.
    body: encode(response.body ?? '', coding).toString('base64'),
    isBase64Encoded: true,
  }),
};

export type Compression = typeof compression;
