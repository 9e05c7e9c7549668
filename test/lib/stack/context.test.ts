import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { readContexts, readSettings } from '../../../lib/stack/context';
import { Settings } from '../../../lib/stack/settings';
import { temporaryFolder } from '../../support/folder';

/** Reads the settings out of what cdk.json and the command line give. */
const read = (typed: Record<string, unknown>, file: Record<string, unknown> = {}) =>
  readSettings(new App({ context: { ...file, ...typed } }).node, { 'cdk.json': file, CDK_CONTEXT: { logDays: '7' } });

describe('the settings in stages', () => {
  const prod = { logDays: 90, tracing: true, replicas: ['eu-west-1'] };
  const stages = { prod, pr: { logDays: 1, cacheSeconds: 9 }, 'pr-9': { throttle: '9,9' } };
  const beside = { stages, logDays: 3, cacheSeconds: 5, tracing: false };
  const throttleOf = (rate: number) => ({ rate, burst: rate });
  test.each([
    ['reach their stage', { stage: 'prod' }, { stages }, prod],
    ['override those beside them', { stage: 'prod' }, beside, { ...prod, cacheSeconds: 5 }],
    ['yield to -c', { stage: 'prod', logDays: '3' }, beside, { ...prod, logDays: 3, cacheSeconds: 5 }],
    ['reach no stage without an entry', {}, { stages }, {}],
    ['named pr reach all previews', { stage: 'pr-1' }, beside, { ...stages.pr, throttle: throttleOf(20) }],
    ['of one preview take the place of pr', { stage: 'pr-9' }, { stages }, { throttle: throttleOf(9) }],
    ['are none, and a preview has a low throttle', { stage: 'pr-9' }, {}, { throttle: throttleOf(20) }],
  ])('%s', (_, typed, file, expected) => {
    expect(read(typed, file)).toEqual({ ...read({}), stage: 'dev', ...typed, ...expected });
  });

  const names = Object.keys(Settings.entries)
    .filter((name) => name !== 'stage' && name !== 'confirm')
    .join(', ');
  const shape = 'allowed: the settings of each stage, as {"prod":{"logDays":90}}.';
  const stageNames = 'a lower-case name of 1 to 20 letters, digits and hyphens that begins with a letter';
  const together = 'allowed: true only together with "issuer".';
  const begins = (stage: string) =>
    `The stage "${stage}" has no entry in "stages", so its deployment would begin with an empty table;`;
  const lasting = 'give it once by -c, or no deployment would ask before a loss.';
  test.each<[wrong: unknown, message: string, ...more: object[]]>([
    ['prod', `Setting "stages" is "prod"; ${shape}`],
    [[{ logDays: 90 }], `Setting "stages" is [{"logDays":90}]; ${shape}`],
    [{ prod: 'x' }, `Setting "stages" is {"prod":"x"}; ${shape}`],
    [{ prod: { isuer: 'https://login.example/' } }, 'There is no setting "stages.prod.isuer"; did you mean "issuer"?'],
    [{ prod: { stage: 'dev' } }, `There is no setting "stages.prod.stage"; allowed: ${names}.`],
    [{ prod: { confirm: 'table' } }, `There is no setting "stages.prod.confirm"; ${lasting}`],
    [{ prod: { ownership: true } }, `Setting "stages.prod.ownership" is true; ${together}`],
    [{ pr: { canary: true } }, 'Setting "stages.pr.canary" is true; allowed: true only on a protected stage.'],
    [{ prod: {}, west: {} }, 'Setting "tracing" is "on"; allowed: true or false.', { tracing: 'on' }],
    [{ prod: {}, pr: {} }, `${begins('prd')} did you mean "prod"?`, { stage: 'prd' }],
    [{ production: {} }, `${begins('prod')} allowed: production.`, { stage: 'prod' }],
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
