import { gunzipSync } from 'node:zlib';
import { pickCoding } from '../http/compression';
import { handleStatic } from './handle-static';
import { gzipped, policy } from './page.built';
import { getReference } from './routes';

export const handler = handleStatic(getReference, ({ headers: { 'accept-encoding': accepted } }) => {
  const headers = { 'content-security-policy': policy, vary: 'accept-encoding' };
  const type = 'text/html; charset=utf-8';
  if (pickCoding(accepted, ['gzip']))
    return { type, body: gzipped, isBase64Encoded: true, headers: { ...headers, 'content-encoding': 'gzip' } };
  return { type, body: gunzipSync(Buffer.from(gzipped, 'base64')).toString(), headers };
});
