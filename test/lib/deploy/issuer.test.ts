import { name } from '../../../package.json';
import { issuer } from '../../support/stack';
import { useGuard } from './guard';

const { fetched, runGuard, deployed, issuerAnswers } = useGuard();

const document = `${issuer}.well-known/openid-configuration`;
const jwks_uri = 'https://login.example/keys';
test.each<[is: string, prepare: () => unknown, found: string | undefined, context?: Record<string, unknown>]>([
  [
    'is of http',
    () => {},
    'The setting "issuer" is http://127.0.0.1:80/a; allowed on AWS: an https address that API Gateway can read.',
    { issuer: 'http://127.0.0.1:80/a' },
  ],
  [
    'has no document',
    () => issuerAnswers({}, 404),
    `The issuer has no document ${document}; set "issuer" to the value of "iss" in its tokens.`,
  ],
  [
    'has a page instead of a document',
    () => issuerAnswers('<html>'),
    `The document ${document} has no "jwks_uri"; set "issuer" to an OpenID Connect issuer.`,
  ],
  [
    'has another name in its document',
    () => issuerAnswers({ issuer: 'https://login.example', jwks_uri }),
    `The document ${document} is of the issuer https://login.example; set "issuer" to this, as "iss" in its tokens.`,
  ],
  [
    'answers 503',
    () => issuerAnswers({}, 503),
    `The document ${document} of the issuer cannot be read from here: the status is 503; API Gateway needs it, and must reach it over the internet. [ack: ${name}:unread-issuer]`,
  ],
  [
    'cannot be reached',
    () => fetched.mockRejectedValue(Object.assign(new Error('fetch failed'), { cause: new Error('ENOTFOUND') })),
    `The document ${document} of the issuer cannot be read from here: ENOTFOUND; API Gateway needs it, and must reach it over the internet. [ack: ${name}:unread-issuer]`,
  ],
  [
    'is out of order, but not new',
    () => {
      issuerAnswers({}, 404);
      deployed('UPDATE_COMPLETE', 'Table', { Settings: { issuer } });
    },
    undefined,
  ],
])('the guard tells of an issuer that %s', async (_, prepare, found, ...context) => {
  prepare();
  expect(await runGuard(...context)).toEqual(found ? [found] : []);
});
