import { gunzipSync } from 'node:zlib';
import { getReference } from '../routes';
import { handleStill } from './handle-still';
import { gzipped, policy } from './page.built';

/** Whether a client takes the page compressed, by itself or as one of all ways; a weight of 0 says that it does not. */
const takesGzip = (accepted = '') => {
  const weights = new Map(
    accepted.split(',').map((coding) => {
      const [name = '', weight = 'q=1'] = coding.toLowerCase().replaceAll(' ', '').split(';');
      return [name, Number(weight.replace('q=', ''))];
    }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
};

export const handler = handleStill(getReference, ({ headers: { 'accept-encoding': accepted } }) => {
  const headers = { 'content-security-policy': policy, vary: 'accept-encoding' };
  const type = 'text/html; charset=utf-8';
  if (takesGzip(accepted))
    return { type, body: gzipped, isBase64Encoded: true, headers: { ...headers, 'content-encoding': 'gzip' } };
  return { type, body: gunzipSync(Buffer.from(gzipped, 'base64')).toString(), headers };
});
