import { App } from 'aws-cdk-lib';
import { isProtected, readSettings } from '../../../lib/stack/settings';

const read = (context: Record<string, unknown>) => readSettings(new App({ context }).node);

const issuer = 'https://login.example/tenant/';

describe('the settings', () => {
  test.each([
    [{ issuer }, '"audience" is undefined', 'a value if "issuer" is set, and none otherwise'],
    [{ audience: 'a' }, '"audience" is "a"', 'a value if "issuer" is set, and none otherwise'],
    [{ table: 'abc', replicas: 'eu-west-1' }, '"replicas" is "eu-west-1"', 'none together with "table"'],
    [{ scopePrefix: 'a/' }, '"scopePrefix" is "a/"', 'a value only together with "issuer"'],
    [{ protectReads: 'true' }, '"protectReads" is "true"', 'true only together with "issuer"'],
    [{ ownership: 'true' }, '"ownership" is "true"', 'true only together with "issuer"'],
  ])('refuse %j, because the setting %s', (context, fault, allowed) => {
    expect(() => read(context)).toThrow(new Error(`Setting ${fault}; allowed: ${allowed}.`));
  });

  test('name every wrong value in one error', () => {
    expect(() => read({ stage: '-', logDays: 4 })).toThrow(/"stage".*\n.*"logDays"/);
  });

  test('refuse an unknown name, and name the setting that was meant', () => {
    expect(() => read({ stge: 'prod' })).toThrow(new Error('There is no setting "stge"; did you mean "stage"?'));
    expect(() => read({ colour: 'red' })).toThrow(
      /^There is no setting "colour"; allowed: stage, issuer, audience, scopePrefix, .*, client, table, confirm\.$/,
    );
  });
});

describe('a stage', () => {
  test.each(['dev', 'pr-1', 'pr-12345', 'pr-01'])('named %s is not protected', (stage) =>
    expect(isProtected({ stage })).toBe(false),
  );

  test.each(['prod', 'pr', 'pr-', 'pr-1a', 'pr-x', 'pre-1', 'pr1', 'pr-1-2', 'my-pr-1', 'dev2', 'dev-1'])(
    'named %s is protected',
    (stage) => expect(isProtected({ stage })).toBe(true),
  );
});
