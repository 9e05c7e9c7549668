import { App } from 'aws-cdk-lib';
import { readSettings } from '../../../lib/stack/context';
import { Settings } from '../../../lib/stack/settings';
import { readText } from '../../support/sources';

const read = (context: Record<string, unknown>) => readSettings(new App({ context }).node);

/** Default and allowed values of each setting in the table of lib/stack/README.md. */
const inReadme = new Map(
  [...readText('lib/stack/README.md').matchAll(/^\| `(\w+)` \| (.+) \| .+ \| (.+) \|$/gm)].map(
    ([, name = '', byDefault = '', allowed]) => [name, { byDefault, allowed }],
  ),
);

/** Error for a refused value. The README and the error name the same allowed values. */
const refusal = (name: string, value: unknown) =>
  new Error(`Setting "${name}" is ${JSON.stringify(value)}; allowed: ${inReadme.get(name)?.allowed}.`);

const issuer = 'https://login.example/tenant/';
const capacity = 'provisioned:5,10';
const domain = { name: 'api.example.com', certificate: 'arn:aws:acm:eu-central-1:123456789012:certificate/a1-b2' };

describe('the table of settings in lib/stack/README.md', () => {
  test('has a row with the default of each setting', () => {
    expect([...inReadme.keys()]).toEqual(Object.keys(Settings.entries));
    const defaults = [...inReadme]
      .filter(([, { byDefault }]) => byDefault !== 'none')
      .map(([name, { byDefault }]) => [name, byDefault.replaceAll('`', '')]);
    const settings = read({});
    expect(Object.keys(settings)).toEqual(defaults.map(([name]) => name));
    expect(settings).toEqual(read(Object.fromEntries(defaults)));
  });

  test.each(Object.keys(Settings.entries))('has the allowed values that a refused %s names', (name) => {
    expect(() => read({ [name]: {} })).toThrow(refusal(name, {}));
  });
});

describe('the settings', () => {
  // The tests of the template read the other forms, which the command line passes.
  test.each([
    ['origins', ['https://a.example'], ['https://a.example']],
    ['throttle', { rate: 20, burst: '10' }, { rate: 20, burst: 10 }],
    ['replicas', 'eu-west-1, us-gov-west-1', ['eu-west-1', 'us-gov-west-1']],
    ['domain', domain, domain],
    ['capacity', 'provisioned:5,4000', { min: 5, max: 4000 }],
    ['confirm', 'issuer, models', ['issuer', 'models']],
  ])('read %s out of %j', (name, value, expected) => {
    expect(read({ [name]: value })).toEqual({ ...read({}), [name]: expected });
  });

  test('read who issues tokens, for whom and for what', () => {
    const tokens = { issuer, audience: ['a', 'b'], scopePrefix: '!#[]~', protectReads: 'true', ownership: 'true' };
    const given = { ...tokens, ownerClaim: 'https://a.example/"tenant"' };
    expect(read(given)).toEqual({ ...read({}), ...given, protectReads: true, ownership: true });
  });

  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    stage: ['Prod', 'a'.repeat(21)],
    issuer: ['login.example', 'http://login.example', 'https://login.example/?tenant=1', 'https://you@login.example/'],
    audience: ['a,,b'],
    scopePrefix: ['x'.repeat(201), 'a b', 'a"', 'a\\', 'ä'],
    ownerClaim: ['', 'x'.repeat(201), 'a b', 'ä'],
    origins: ['example.com', 'https://example.com/', []],
    throttle: ['1000', '0,1', '10001,1', '1.5,1', '1,2,3'],
    cacheSeconds: ['-1'],
    alarmEmail: ['ops'],
    alarmTopic: ['on-call'],
    budget: ['0'],
    logDays: ['4'],
    region: ['eu-west-9'],
    account: ['12345'],
    replicas: ['Ireland', 'eu-west-9'],
    domain: [`https://api.example.com,${domain.certificate}`, 'api.example.com,certificate'],
    canary: ['yes'],
    maxUnits: ['0'],
    maxIndexes: ['19'],
    capacity: ['provisioned:0,10', 'provisioned:10,5', 'provisioned:5,40001'],
    table: ['a table'],
    confirm: ['issuer;table'],
  };
  test.each(Object.entries(wrong))('refuse %s as each of %j', (name, values) => {
    for (const value of values) expect(() => read({ [name]: value })).toThrow(refusal(name, value));
  });

  test.each([
    [{ issuer }, '"audience" is undefined', 'a value if "issuer" is set, and none otherwise'],
    [{ audience: 'a' }, '"audience" is "a"', 'a value if "issuer" is set, and none otherwise'],
    [{ scopePrefix: 'a/' }, '"scopePrefix" is "a/"', 'a value only together with "issuer"'],
    [{ protectReads: 'true' }, '"protectReads" is "true"', 'true only together with "issuer"'],
    [{ ownership: 'true' }, '"ownership" is "true"', 'true only together with "issuer"'],
    [{ issuer, audience: 'a', ownerClaim: 'tid' }, '"ownerClaim" is "tid"', 'a value only together with "ownership"'],
    [{ canary: 'true' }, '"canary" is "true"', 'true only on a protected stage'],
    [{ budget: '50' }, '"budget" is "50"', 'a value only with "alarmEmail" or "alarmTopic"'],
    [{ capacity, maxUnits: 9 }, `"capacity" is "${capacity}"`, 'a maximum up to "maxUnits"'],
    [{ table: 'abc', capacity }, `"capacity" is "${capacity}"`, 'on-demand together with "table"'],
  ])('refuse %j, because the setting %s', (context, fault, allowed) => {
    expect(() => read(context)).toThrow(new Error(`Setting ${fault}; allowed: ${allowed}.`));
  });

  test('name every wrong value in one error', () => {
    const both = [refusal('stage', '-'), refusal('logDays', 4)].map(({ message }) => message);
    expect(() => read({ stage: '-', logDays: 4 })).toThrow(new Error(both.join('\n')));
  });

  test("refuse an unknown name, and name the setting that was meant, but ignore CDK's own context", () => {
    const context = { '@aws-cdk/core:x': true, 'cli-telemetry': false, 'acknowledged-issue-numbers': [1] };
    expect(read(context)).toEqual(read({}));
    expect(() => read({ stge: 'prod' })).toThrow(new Error('There is no setting "stge"; did you mean "stage"?'));
    const names = [...inReadme.keys()].join(', ');
    expect(() => read({ colour: 'red' })).toThrow(new Error(`There is no setting "colour"; allowed: ${names}.`));
    expect(() => read({ confirm: 'isuer' })).toThrow(new Error('There is no setting "isuer"; did you mean "issuer"?'));
  });
});
