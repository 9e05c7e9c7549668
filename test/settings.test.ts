import { App } from 'aws-cdk-lib';
import { readSettings } from '../lib/settings';

const read = (context: Record<string, unknown>) => readSettings(new App({ context }).node);

const defaults = { stage: 'dev', origins: ['*'], throttleRate: 1000, throttleBurst: 500, logDays: 30 };

describe('the settings', () => {
  test('have a default each', () => {
    expect(read({})).toEqual(defaults);
  });

  test.each([
    ['stage', 'prod', 'prod'],
    ['origins', 'https://a.example, http://localhost:8080', ['https://a.example', 'http://localhost:8080']],
    ['origins', ['https://a.example'], ['https://a.example']],
    ['throttleRate', '20', 20],
    ['throttleBurst', 20, 20],
    ['logDays', '365', 365],
  ])('read %s out of %j', (name, value, expected) => {
    expect(read({ [name]: value })).toEqual({ ...defaults, [name]: expected });
  });

  test.each([
    ['stage', 'Prod', 'a lower-case name of 1 to 20 letters, digits and hyphens that begins with a letter'],
    ['stage', '', 'a lower-case name of 1 to 20 letters, digits and hyphens that begins with a letter'],
    ['stage', 7, 'a lower-case name of 1 to 20 letters, digits and hyphens that begins with a letter'],
    ['origins', 'example.com', '* or a list of origins such as https://example.com, separated by commas'],
    ['origins', 'https://example.com/', '* or a list of origins such as https://example.com, separated by commas'],
    ['origins', [], '* or a list of origins such as https://example.com, separated by commas'],
    ['throttleRate', '0', 'a whole number from 1 to 10000'],
    ['throttleRate', '10001', 'a whole number from 1 to 10000'],
    ['throttleRate', 1.5, 'a whole number from 1 to 10000'],
    ['throttleBurst', 'many', 'a whole number from 1 to 5000'],
    [
      'logDays',
      '4',
      'one of 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653',
    ],
  ])('refuse %s as %j', (name, value, allowed) => {
    expect(() => read({ [name]: value })).toThrow(
      new Error(`Setting "${name}" is ${JSON.stringify(value)}; allowed is ${allowed}.`),
    );
  });

  test('refuse every wrong one at once', () => {
    expect(() => read({ stage: '-', logDays: 4 })).toThrow(/"stage".*\n.*"logDays"/);
  });

  test('refuse a name that there is not, and say which was meant', () => {
    expect(() => read({ stge: 'prod' })).toThrow(new Error('There is no setting "stge"; did you mean "stage"?'));
    expect(() => read({ colour: 'red' })).toThrow(
      new Error('There is no setting "colour"; there are stage, origins, throttleRate, throttleBurst, logDays.'),
    );
  });
});
