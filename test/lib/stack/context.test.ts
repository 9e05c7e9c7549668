import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { readContexts, readSettings } from '../../../lib/stack/context';
import { Settings } from '../../../lib/stack/settings';
import { temporaryFolder } from '../../support/folder';

/** Reads the settings out of what cdk.json and the command line give. */
const read = (typed: Record<string, unknown>, file: Record<string, unknown> = {}) =>
  readSettings(new App({ context: { ...file, ...typed } }).node, { 'cdk.json': file });

describe('the settings in stages', () => {
  const stages = { prod: { logDays: 90, tracing: true, replicas: ['eu-west-1'] }, pr: { logDays: 1, cacheSeconds: 9 } };
  const prod = { ...read({}), stage: 'prod', logDays: 90, replicas: ['eu-west-1'] };
  const [throttle, preview] = [
    { rate: 20, burst: 20 },
    { ...read({}), stage: 'pr-12' },
  ];
  const beside = { stages, logDays: 3, cacheSeconds: 5, tracing: false };
  test.each([
    ['reach their stage, and the command line overrides them', { stage: 'prod', tracing: 'false' }, { stages }, prod],
    ['override those beside them', { stage: 'prod' }, beside, { ...prod, tracing: true, cacheSeconds: 5 }],
    [
      'yield to -c, as those beside them',
      { stage: 'prod', logDays: '3', cacheSeconds: '7', tracing: 'false' },
      beside,
      { ...prod, logDays: 3, cacheSeconds: 7 },
    ],
    ['reach no stage without an entry', {}, { stages }, read({})],
    ['named pr reach all previews', { stage: 'pr-12' }, beside, { ...preview, throttle, logDays: 1, cacheSeconds: 9 }],
    [
      'of one preview take the place of pr',
      { stage: 'pr-12' },
      { stages: { ...stages, 'pr-12': { throttle: '9,9' } } },
      { ...preview, throttle: { rate: 9, burst: 9 } },
    ],
    ['are none, and a preview has a low throttle', { stage: 'pr-12' }, {}, { ...preview, throttle }],
  ])('%s', (_, typed, file, expected) => {
    expect(read(typed, file)).toEqual(expected);
  });

  const names = Object.keys(Settings.entries)
    .filter((name) => name !== 'stage' && name !== 'confirm')
    .join(', ');
  const shape = 'allowed: the settings of each stage, as {"prod":{"logDays":90}}.';
  const stageNames = 'a lower-case name of 1 to 20 letters, digits and hyphens that begins with a letter';
  const lasting = 'give it once by -c, or no deployment would ask before a loss.';
  test.each<[wrong: unknown, message: string, ...more: object[]]>([
    ['prod', `Setting "stages" is "prod"; ${shape}`],
    [[{ logDays: 90 }], `Setting "stages" is [{"logDays":90}]; ${shape}`],
    [{ prod: 'x' }, `Setting "stages" is {"prod":"x"}; ${shape}`],
    [{ prod: { isuer: 'https://login.example/' } }, 'There is no setting "stages.prod.isuer"; did you mean "issuer"?'],
    [{ prod: { stage: 'dev' } }, `There is no setting "stages.prod.stage"; allowed: ${names}.`],
    [{ prod: { confirm: 'table' } }, `There is no setting "stages.prod.confirm"; ${lasting}`],
    [
      { prod: { region: 'eu-wst-1' } },
      'Setting "stages.prod.region" is "eu-wst-1"; allowed: a region of AWS such as eu-west-1.',
    ],
    [
      { prod: { ownership: true } },
      'Setting "stages.prod.ownership" is true; allowed: true only together with "issuer".',
    ],
    [{ pr: { canary: true } }, 'Setting "stages.pr.canary" is true; allowed: true only on a protected stage.'],
    [{ prod: {}, west: {} }, 'Setting "tracing" is "on"; allowed: true or false.', { tracing: 'on' }],
    [
      { prod: {}, pr: {} },
      'A new, empty stage "prd" would begin, which "stages" lacks; did you mean "prod"?',
      { stage: 'prd' },
    ],
    [
      { production: {} },
      'A new, empty stage "prod" would begin, which "stages" lacks; allowed: production.',
      { stage: 'prod' },
    ],
    [{ prod: { tracing: 'on' } }, 'Setting "stages.prod.tracing" is "on"; allowed: true or false.'],
    [{ p_1: {} }, `Setting "stages.p_1.stage" is "p_1"; allowed: ${stageNames}.`],
  ])('are refused as %j: %s', (wrong, message, ...more) => {
    expect(() => read({}, Object.assign({ stages: wrong }, ...more))).toThrow(new Error(message));
  });
});

test.each([
  ['cdk.json', 'cdk.json', { context: { confirm: 'table' } }],
  ['cdk.context.json', 'cdk.context.json', { confirm: 'table' }],
  ['~/.cdk.json', '.cdk.json', { context: { confirm: 'table' } }],
  ['CDK_CONTEXT', undefined, 'confirm=table'],
])('confirm in %s is refused, because the guard would then refuse no loss any more', (place, file, content) => {
  const [folder, { env }] = [temporaryFolder(), process];
  if (file) writeFileSync(join(folder, file), JSON.stringify(content));
  jest.replaceProperty(process, 'env', { ...env, CDK_CONTEXT: file ? '' : `${content}` });
  expect(() => readSettings(new App().node, readContexts(folder, folder))).toThrow(
    new Error(`No deployment would ask before a loss: ${place} has "confirm"; give it once by -c.`),
  );
});
