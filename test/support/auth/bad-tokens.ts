import { generateKeyPairSync } from 'node:crypto';
import { audience, bearer, rsa, type startKey } from './tokens';

type Trusted = { readonly key: Awaited<ReturnType<typeof startKey>>; readonly issuer: string };
type Headers = Record<string, string | string[]>;

/** Key that the issuer does not have. The tests share one, because making a key is slow. */
const strange = rsa();
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = strange.publicKey.export({ format: 'jwk' }) as never;

/** Tokens that the issuer did not issue for this service and this time. */
const tokens: [name: string, token: (trusted: Trusted) => string | Promise<string>][] = [
  ['alg none', ({ key }) => key.unsigned({ alg: 'none' })],
  ['alg NONE', ({ key }) => key.unsigned({ alg: 'NONE' })],
  ['no alg', ({ key }) => key.unsigned({})],
  [
    'HS256 with the public key in PEM',
    ({ key }) => key.hmac(`${key.publicKey.export({ type: 'spki', format: 'pem' })}`),
  ],
  ['HS256 with the public key as JWK', ({ key }) => key.hmac(JSON.stringify(key.jwk))],
  ['HS256 with nothing', ({ key }) => key.hmac('')],
  ['PS256', ({ key }) => key.sign({}, { alg: 'PS256' })],
  ['ES256', ({ key }) => key.sign({}, { alg: 'ES256' }, elliptic.privateKey)],
  ['the key of somebody else', ({ key }) => key.sign({}, {}, strange.privateKey)],
  ['an unknown kid', ({ key }) => key.sign({}, { kid: 'another' })],
  ['no kid', ({ key }) => key.sign({}, { kid: undefined })],
  ['a key of its own', ({ key }) => key.sign({}, { jwk }, strange.privateKey)],
  ['the address of a key of its own', ({ key }) => key.sign({}, { jku: 'https://a.example/keys' }, strange.privateKey)],
  ['an extension that must be understood', ({ key }) => key.raw({ crit: ['x'], x: 1 }, key.claims())],
  ['another issuer', ({ key }) => key.sign({ iss: 'https://attacker.example' })],
  ['an issuer with a slash more', ({ key, issuer }) => key.sign({ iss: `${issuer}/` })],
  ['no issuer', ({ key }) => key.sign({ iss: undefined })],
  ['another audience', ({ key }) => key.sign({ aud: 'somebody-else' })],
  ['other audiences', ({ key }) => key.sign({ aud: ['a', 'b'] })],
  ['an audience that begins as ours', ({ key }) => key.sign({ aud: `${audience}-not` })],
  ['no audience', ({ key }) => key.sign({ aud: undefined })],
  ['an empty audience beside our client_id', ({ key }) => key.sign({ aud: '', client_id: audience })],
  ['another client_id', ({ key }) => key.sign({ aud: undefined, client_id: 'somebody-else' })],
  ['a time that is over', ({ key }) => key.sign({ exp: key.nowS() - 1 })],
  ['no end', ({ key }) => key.sign({ exp: undefined })],
  ['an end that is text', ({ key }) => key.raw({}, key.claims({ exp: '9999999999' }))],
  ['an issue that is text', ({ key }) => key.raw({}, key.claims({ iat: 'now' }))],
  ['a time that is to come', ({ key }) => key.sign({ nbf: key.nowS() + 60 })],
  ['an issue that is to come', ({ key }) => key.sign({ iat: key.nowS() + 60 })],
  [
    'another payload under a true signature',
    async ({ key }) => {
      const [header, , signature] = (await key.sign({ scope: '' })).split('.');
      return `${header}.${key.part(key.claims())}.${signature}`;
    },
  ],
  ['no signature', async ({ key }) => (await key.sign()).replace(/[^.]*$/, '')],
  ['half a signature', async ({ key }) => (await key.sign()).slice(0, -20)],
  ['a signature and more', async ({ key }) => `${await key.sign()}AAAA`],
  ['a payload that is no JSON', ({ key }) => key.raw({}, '{')],
  ['a payload that is a list', ({ key }) => key.raw({}, [key.claims()])],
  ['a header that is no JSON', ({ key }) => `${key.part('{')}.${key.part({})}.c2ln`],
  ['garbage', () => 'garbage'],
  ['three parts of garbage', () => 'a.b.c'],
  ['five parts', () => 'a.b.c.d.e'],
  ['nothing behind Bearer', () => ''],
];

/** Headers without a valid token of the trusted issuer. */
export const badTokens: [name: string, headers: (trusted: Trusted) => Promise<Headers>][] = [
  ...tokens.map(([name, token]): (typeof badTokens)[number] => [name, async (trusted) => bearer(await token(trusted))]),
  ['another scheme', async () => ({ authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}` })],
  ['two headers', async ({ key }) => ({ authorization: [`Bearer ${await key.sign()}`, `Bearer ${await key.sign()}`] })],
  ['a header of another name', async ({ key }) => ({ 'x-authorization': `Bearer ${await key.sign()}` })],
  ['a cookie', async ({ key }) => ({ cookie: `authorization=Bearer ${await key.sign()}` })],
];
