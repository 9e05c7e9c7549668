import { gunzipSync } from 'node:zlib';
import { getReference } from '../routes';
import { gzipped, policy } from './page.built';
import { still } from './still';

/** Whether a client takes the page compressed; `gzip;q=0` says that it does not. */
const takesGzip = (accepted = '') => /(^|,)\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*(,|$))|,|$)/i.test(accepted);

export const handler = still(getReference, ({ headers: { 'accept-encoding': accepted } }) => {
  const headers = { 'content-security-policy': policy, vary: 'accept-encoding' };
  const type = 'text/html; charset=utf-8';
  if (takesGzip(accepted))
    return { type, body: gzipped, isBase64Encoded: true, headers: { ...headers, 'content-encoding': 'gzip' } };
  return { type, body: gunzipSync(Buffer.from(gzipped, 'base64')).toString(), headers };
});
