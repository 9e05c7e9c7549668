import { gunzipSync } from 'node:zlib';
import { encode, pickCoding } from '../http/compression';
import { readerOf } from '../http/query';
import { readRequest } from '../http/request';
import { readResponse } from '../http/response';
import { staticContent } from '../http/result';
import { loadRoute } from '../http/route';
import { respond } from '../lambda/respond';
import { gzipped, policy, uncompressed } from './page.built';
import { getReference } from './routes';

/** The page by coding. It is made in Brotli once, because that takes 30 ms. */
const bodies: { gzip: string; br?: string } = { gzip: gzipped };

const bodyIn = (coding: 'gzip' | 'br') => {
  bodies[coding] ??= encode(gunzipSync(Buffer.from(gzipped, 'base64')).toString(), coding).toString('base64');
  return bodies[coding];
};

const route = loadRoute(getReference, readerOf(getReference));

export const handler = respond(async (event) => {
  // Ignores the query, because other pages link here with parameters of their own, such as `utm_source`.
  const { precondition } = readRequest(route, { ...event, rawQueryString: '' });
  // Prefers gzip, because the page is stored as gzip.
  const coding = pickCoding(event.headers['accept-encoding'], ['gzip', 'br']);
  const headers = { 'content-security-policy': policy, vary: 'accept-encoding', 'content-encoding': coding };
  const content = staticContent('text/html; charset=utf-8', coding ? bodyIn(coding) : uncompressed, headers);
  // The gateway takes binary bodies only as base64.
  return { isBase64Encoded: coding !== undefined, ...readResponse({ event, precondition }, content) };
});
