import { gunzipSync } from 'node:zlib';
import { encode, pickCoding } from '../http/compression';
import type { ApiEvent } from '../http/event';
import { handleStatic } from './handle-static';
import { gzipped, policy, uncompressed } from './page.built';
import { getReference } from './routes';

/** The page by coding. It is made in Brotli once, because that takes 30 ms. */
const bodies: { gzip: string; br?: string } = { gzip: gzipped };

const content = ({ headers: { 'accept-encoding': accepted } }: ApiEvent) => {
  // Prefers gzip, because the page is stored as gzip.
  const coding = pickCoding(accepted, ['gzip', 'br']);
  const headers = { 'content-security-policy': policy, vary: 'accept-encoding', 'content-encoding': coding };
  const type = 'text/html; charset=utf-8';
  if (!coding) return { type, body: uncompressed, headers };
  bodies[coding] ??= encode(gunzipSync(Buffer.from(gzipped, 'base64')).toString(), coding).toString('base64');
  return { type, body: bodies[coding], isBase64Encoded: true, headers };
};

// Other pages link here with parameters of their own, such as `utm_source`.
export const handler = handleStatic(getReference, content, { ignoresQuery: true });
