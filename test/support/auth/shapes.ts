import { audience, type Claims } from './tokens';

export const scopePrefix = 'users-and-posts/';

const ours = ['users:read', 'posts:write'];
export const prefixed = ours.map((scope) => scopePrefix + scope);
const client = { aud: undefined, client_id: audience };

/** Forms of the tokens of different issuers: the claims that hold these scopes. */
export const shapes: [name: string, claimsOf: (scopes: readonly string[]) => Claims][] = [
  ['a text in scope, as Auth0 and Keycloak', (scopes) => ({ scope: scopes.join(' ') })],
  ['a client_id, as Cognito', (scopes) => ({ ...client, scope: scopes.join(' ') })],
  ['a text in scp, as Entra ID', (scopes) => ({ scope: undefined, scp: scopes.join(' ') })],
  ['an array in scope', (scopes) => ({ scope: scopes })],
  ['an array in scp', (scopes) => ({ scope: undefined, scp: scopes })],
];

/** Scopes that open no route of a stage with the prefix. */
const wrongScopes: [name: string, scopes: readonly string[]][] = [
  ['no prefix', ours],
  ['another prefix', ours.map((scope) => `posts-and-users/${scope}`)],
  ['the prefix only', [scopePrefix]],
  ['the prefix without its slash', ours.map((scope) => `users-and-posts${scope}`)],
  ['the prefix in capitals', ours.map((scope) => `USERS-AND-POSTS/${scope}`)],
  ['the prefix twice', prefixed.map((scope) => scopePrefix + scope)],
  ['the prefix behind', ours.map((scope) => scope + scopePrefix)],
  ['an address before the prefix', prefixed.map((scope) => `api://${scope}`)],
  ['a space behind the prefix', ours.map((scope) => `${scopePrefix} ${scope}`)],
  ['more behind the scope', prefixed.map((scope) => `${scope}s`)],
  ['a wildcard', ['*', `${scopePrefix}*`]],
  ['commas and tabs', [prefixed.join(','), prefixed.join('\t')]],
  ['6 kB', Array(100).fill('a'.repeat(59))],
];

const notTexts: [name: string, value: unknown][] = [
  ['a number', 7],
  ['true', true],
  ['null', null],
  ['an object', { [prefixed.join(' ')]: prefixed }],
  ['an object with toString', { toString: 1 }],
  ['an array of numbers', [7]],
  ['an array in an array', [prefixed]],
];

/** Claims of tokens that are for another service. */
const wrongAudiences: [name: string, claims: Claims][] = [
  ['another client_id', { client_id: 'somebody-else' }],
  ['no client_id', { client_id: undefined }],
  ['a client_id with the prefix', { client_id: scopePrefix + audience }],
  ['a client_id that is a number', { client_id: 7 }],
  ['a client_id that is an object', { client_id: { toString: 1 } }],
  ['another aud beside our client_id', { aud: 'somebody-else' }],
  ['other audiences beside our client_id', { aud: ['a', 'b'] }],
  ['no audience in an array beside our client_id', { aud: [] }],
  ['an aud that is null beside our client_id', { aud: null }],
  ['an aud that is an object beside our client_id', { aud: { toString: 1 } }],
];

/** Claims with a true signature that a stage with the prefix refuses, and the status of the refusal. */
export const badShapes: [name: string, status: 401 | 403 | 431, claims: Claims][] = [
  ...shapes.flatMap(([shape, claimsOf]) =>
    wrongScopes.map(([name, scopes]): (typeof badShapes)[number] => [`${shape}: ${name}`, 403, claimsOf(scopes)]),
  ),
  ...notTexts.flatMap(([name, value]): typeof badShapes => [
    [`scope: ${name}`, 403, { scope: value }],
    [`scp: ${name}`, 403, { scope: undefined, scp: value }],
  ]),
  ...wrongAudiences.map(([name, claims]): (typeof badShapes)[number] => [
    name,
    401,
    { ...client, scope: prefixed.join(' '), ...claims },
  ]),
  ['right scopes in a scope claim of 8 kB', 431, { scope: `${prefixed.join(' ')} ${'a:read '.repeat(1160)}` }],
];
