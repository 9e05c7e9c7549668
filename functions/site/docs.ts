import { gunzipSync } from 'node:zlib';
import { handleStatic } from './handle-static';
import { gzipped, policy } from './page.built';
import { getReference } from './routes';

/** Tells whether `Accept-Encoding` gives gzip a weight above 0. `*` counts only where gzip is not named. */
const acceptsGzip = (accepted = '') => {
  const weights = new Map(
    accepted.split(',').map((coding) => {
      const [name = '', weight = 'q=1'] = coding.toLowerCase().replaceAll(' ', '').split(';');
      return [name, Number(weight.replace('q=', ''))];
    }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
};

export const handler = handleStatic(getReference, ({ headers: { 'accept-encoding': accepted } }) => {
  const headers = { 'content-security-policy': policy, vary: 'accept-encoding' };
  const type = 'text/html; charset=utf-8';
  if (acceptsGzip(accepted))
    return { type, body: gzipped, isBase64Encoded: true, headers: { ...headers, 'content-encoding': 'gzip' } };
  return { type, body: gunzipSync(Buffer.from(gzipped, 'base64')).toString(), headers };
});
