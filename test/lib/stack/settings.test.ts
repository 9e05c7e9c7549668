import { App } from 'aws-cdk-lib';
import { readSettings } from '../../../lib/stack/settings';

const read = (context: Record<string, unknown>) => readSettings(new App({ context }).node);

const defaults = {
  stage: 'dev',
  ...{ protectReads: false, ownership: false, tracing: false },
  origins: ['*'],
  throttle: { rate: 1000, burst: 500 },
  cacheSeconds: 0,
  client: 'lean',
  logDays: 30,
  canary: false,
  encryption: 'aws',
  maxUnits: 4000,
};

const issuer = 'https://login.example/tenant/';
const domain = { name: 'api.example.com', certificate: 'arn:aws:acm:eu-central-1:123456789012:certificate/a1-b2' };

const throttleAllowed =
  'a rate from 1 to 10000 and a burst from 1 to 5000, as 1000,500 or { "rate": 1000, "burst": 500 }';
const domainAllowed =
  'a name and the ARN of its certificate, as api.example.com,arn:aws:acm:… or { "name": …, "certificate": … }';
const logDaysAllowed =
  'one of 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653';
const stageAllowed = 'a lower-case name of 1 to 20 letters, digits and hyphens that begins with a letter';
const issuerAllowed = 'the https address of an OpenID Connect issuer, equal to `iss` in its tokens';
const originsAllowed = '* or a list of origins such as https://example.com, separated by commas';
const regionsAllowed = 'one or more other regions such as eu-west-1, separated by commas';
const audienceAllowed = 'one or more values of `aud`, separated by commas';
const confirmAllowed = 'one or more of issuer, ownership, domain, table, separated by commas';
const prefixAllowed = 'a text of 1 to 200 visible ASCII characters without a double quote and a backslash';

describe('the settings', () => {
  test.each([
    ['stage', 'prod', 'prod'],
    ['origins', 'https://a.example, http://localhost:8080', ['https://a.example', 'http://localhost:8080']],
    ['origins', ['https://a.example'], ['https://a.example']],
    ['throttle', '20,10', { rate: 20, burst: 10 }],
    ['throttle', { rate: 20, burst: '10' }, { rate: 20, burst: 10 }],
    ['cacheSeconds', '60', 60],
    ['alarmEmail', 'ops@example.com', 'ops@example.com'],
    ['logDays', '365', 365],
    ['replicas', 'eu-west-1, us-gov-west-1', ['eu-west-1', 'us-gov-west-1']],
    ['domain', `api.example.com,${domain.certificate}`, domain],
    ['domain', domain, domain],
    ['canary', 'true', true],
    ['canary', true, true],
    ['canary', 'false', false],
    ['encryption', 'customer', 'customer'],
    ['client', 'sdk', 'sdk'],
    ['maxUnits', '100', 100],
    ['table', 'Posts-restored', 'Posts-restored'],
    ['confirm', 'issuer, table', ['issuer', 'table']],
  ])('read %s out of %j', (name, value, expected) => {
    expect(read({ [name]: value })).toEqual({ ...defaults, [name]: expected });
  });

  test('read who issues tokens, for whom and for what', () => {
    expect(read({ issuer, audience: 'a, b', scopePrefix: '!#[]~', protectReads: 'true' })).toEqual({
      ...defaults,
      issuer,
      audience: ['a', 'b'],
      scopePrefix: '!#[]~',
      protectReads: true,
    });
    expect(read({ issuer, audience: 'a', scopePrefix: 'x'.repeat(200) }).scopePrefix).toHaveLength(200);
    expect(read({ issuer: 'http://127.0.0.1:8080', audience: ['a'] }).issuer).toBe('http://127.0.0.1:8080');
  });

  test.each([
    ['stage', 'Prod', stageAllowed],
    ['stage', '', stageAllowed],
    ['stage', 7, stageAllowed],
    ['issuer', 'login.example', issuerAllowed],
    ['issuer', 'http://login.example', issuerAllowed],
    ['issuer', 'https://login.example/?tenant=1', issuerAllowed],
    ['issuer', 'https://you@login.example/', issuerAllowed],
    ['audience', '', audienceAllowed],
    ['audience', 'a,,b', audienceAllowed],
    ['scopePrefix', '', prefixAllowed],
    ['scopePrefix', 'x'.repeat(201), prefixAllowed],
    ['scopePrefix', 'a b', prefixAllowed],
    ['scopePrefix', 'a"', prefixAllowed],
    ['scopePrefix', 'a\\', prefixAllowed],
    ['scopePrefix', 'a\n', prefixAllowed],
    ['scopePrefix', 'ä', prefixAllowed],
    ['protectReads', 'yes', 'true or false'],
    ['ownership', 'maybe', 'true or false'],
    ['tracing', 'maybe', 'true or false'],
    ['origins', 'example.com', originsAllowed],
    ['origins', 'https://example.com/', originsAllowed],
    ['origins', [], originsAllowed],
    ['throttle', '1000', throttleAllowed],
    ['throttle', '0,1', throttleAllowed],
    ['throttle', '10001,1', throttleAllowed],
    ['throttle', '1.5,1', throttleAllowed],
    ['throttle', '1,2,3', throttleAllowed],
    ['throttle', { rate: 1 }, throttleAllowed],
    ['throttle', 7, throttleAllowed],
    ['cacheSeconds', '-1', 'a whole number from 0 to 86400'],
    ['alarmEmail', 'ops', 'an e-mail address'],
    ['logDays', '4', logDaysAllowed],
    ['replicas', 'Ireland', regionsAllowed],
    ['replicas', '', regionsAllowed],
    ['domain', 'api.example.com', domainAllowed],
    ['domain', `https://api.example.com,${domain.certificate}`, domainAllowed],
    ['domain', 'api.example.com,certificate', domainAllowed],
    ['canary', 1, 'true or false'],
    ['encryption', 'strict', 'aws or customer'],
    ['client', 'foo', 'lean or sdk'],
    ['client', '', 'lean or sdk'],
    ['maxUnits', '0', 'a whole number from 1 to 40000'],
    ['maxUnits', 'none', 'a whole number from 1 to 40000'],
    ['confirm', 'isuer', confirmAllowed],
    ['table', 'a table', 'the name of a table with the keys and the index of this service'],
  ])('refuse %s as %j', (name, value, allowed) => {
    expect(() => read({ [name]: value })).toThrow(
      new Error(`Setting "${name}" is ${JSON.stringify(value)}; allowed: ${allowed}.`),
    );
  });

  test.each([
    ['no context', {}],
    ["CDK's own context", { '@aws-cdk/core:x': true, 'cli-telemetry': false, 'acknowledged-issue-numbers': [1] }],
  ])('have their defaults with %s', (_, context) => {
    expect(read(context)).toEqual(defaults);
  });
});
