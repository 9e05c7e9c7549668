import { generateKeyPairSync } from 'node:crypto';
import { audience, rsa, startKey } from './tokens';

type Trusted = { readonly key: Awaited<ReturnType<typeof startKey>>; readonly issuer: string };
type Headers = Record<string, string | string[]>;

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** Key that the issuer does not have. The tests share one, because making a key is slow. */
const strange = rsa();
let made: Trusted['key'] | undefined;
const stranger = async (issuer: string) => {
  made ??= await startKey(() => issuer);
  return made;
};

/** Headers without a valid token of the trusted issuer. */
export const badTokens: [name: string, headers: (trusted: Trusted) => Promise<Headers>][] = [
  ['alg none', async ({ key }) => bearer(key.unsigned({ alg: 'none' }))],
  ['alg NONE', async ({ key }) => bearer(key.unsigned({ alg: 'NONE' }))],
  ['no alg', async ({ key }) => bearer(key.unsigned({}))],
  [
    'HS256 with the public key in PEM',
    async ({ key }) => bearer(key.hmac(String(key.publicKey.export({ type: 'spki', format: 'pem' })))),
  ],
  ['HS256 with the public key as JWK', async ({ key }) => bearer(key.hmac(JSON.stringify(key.jwk)))],
  ['HS256 with nothing', async ({ key }) => bearer(key.hmac(''))],
  ['PS256', async ({ key }) => bearer(await key.sign({}, { alg: 'PS256' }))],
  [
    'ES256',
    async ({ key }) =>
      bearer(await key.sign({}, { alg: 'ES256' }, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)),
  ],
  ['the key of somebody else', async ({ key }) => bearer(await key.sign({}, {}, strange.privateKey))],
  ['an unknown kid', async ({ key }) => bearer(await key.sign({}, { kid: 'another' }))],
  ['no kid', async ({ key }) => bearer(await key.sign({}, { kid: undefined }))],
  [
    'a key of its own',
    async ({ issuer }) => {
      const own = await stranger(issuer);
      return bearer(await own.sign({}, { jwk: own.jwk as never }));
    },
  ],
  [
    'the address of a key of its own',
    async ({ issuer }) => {
      const own = await stranger(issuer);
      return bearer(await own.sign({}, { jku: 'https://attacker.example/keys' }));
    },
  ],
  ['an extension that must be understood', async ({ key }) => bearer(key.raw({ crit: ['x'], x: 1 }, key.claims()))],
  ['another issuer', async ({ key }) => bearer(await key.sign({ iss: 'https://attacker.example' }))],
  ['an issuer with a slash more', async ({ key, issuer }) => bearer(await key.sign({ iss: `${issuer}/` }))],
  ['no issuer', async ({ key }) => bearer(await key.sign({ iss: undefined }))],
  ['another audience', async ({ key }) => bearer(await key.sign({ aud: 'somebody-else' }))],
  ['other audiences', async ({ key }) => bearer(await key.sign({ aud: ['a', 'b'] }))],
  ['an audience that begins as ours', async ({ key }) => bearer(await key.sign({ aud: `${audience}-not` }))],
  ['no audience', async ({ key }) => bearer(await key.sign({ aud: undefined }))],
  [
    'an empty audience beside our client_id',
    async ({ key }) => bearer(await key.sign({ aud: '', client_id: audience })),
  ],
  ['another client_id', async ({ key }) => bearer(await key.sign({ aud: undefined, client_id: 'somebody-else' }))],
  ['a time that is over', async ({ key }) => bearer(await key.sign({ exp: key.nowS() - 1 }))],
  ['no end', async ({ key }) => bearer(await key.sign({ exp: undefined }))],
  ['an end that is text', async ({ key }) => bearer(key.raw({}, key.claims({ exp: '9999999999' })))],
  ['an issue that is text', async ({ key }) => bearer(key.raw({}, key.claims({ iat: 'now' })))],
  ['a time that is to come', async ({ key }) => bearer(await key.sign({ nbf: key.nowS() + 60 }))],
  ['an issue that is to come', async ({ key }) => bearer(await key.sign({ iat: key.nowS() + 60 }))],
  [
    'another payload under a true signature',
    async ({ key }) => {
      const [header, , signature] = (await key.sign({ scope: '' })).split('.');
      return bearer(`${header}.${key.part(key.claims())}.${signature}`);
    },
  ],
  ['no signature', async ({ key }) => bearer((await key.sign()).replace(/[^.]*$/, ''))],
  ['half a signature', async ({ key }) => bearer((await key.sign()).slice(0, -20))],
  ['a signature and more', async ({ key }) => bearer(`${await key.sign()}AAAA`)],
  ['a payload that is no JSON', async ({ key }) => bearer(key.raw({}, '{'))],
  ['a payload that is a list', async ({ key }) => bearer(key.raw({}, [key.claims()]))],
  ['a header that is no JSON', async ({ key }) => bearer(`${key.part('{')}.${key.part({})}.c2ln`)],
  ['garbage', async () => bearer('garbage')],
  ['three parts of garbage', async () => bearer('a.b.c')],
  ['five parts', async () => bearer('a.b.c.d.e')],
  ['nothing behind Bearer', async () => ({ authorization: 'Bearer ' })],
  ['another scheme', async () => ({ authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}` })],
  ['two headers', async ({ key }) => ({ authorization: [`Bearer ${await key.sign()}`, `Bearer ${await key.sign()}`] })],
  ['a header of another name', async ({ key }) => ({ 'x-authorization': `Bearer ${await key.sign()}` })],
  ['a cookie', async ({ key }) => ({ cookie: `authorization=Bearer ${await key.sign()}` })],
];
