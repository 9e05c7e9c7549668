import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { readContexts, readSettings } from '../../../lib/stack/context';
import { Settings } from '../../../lib/stack/settings';
import { temporaryFolder } from '../../support/folder';

const read = (context: Record<string, unknown>) => readSettings(new App({ context }).node);

describe('the settings in stages', () => {
  const stages = { prod: { logDays: 90, tracing: true, replicas: ['eu-west-1'] } };
  const prod = { ...read({}), stage: 'prod', logDays: 90, replicas: ['eu-west-1'] };
  test.each([
    ['reach their stage, and the command line overrides them', { stage: 'prod', tracing: 'false' }, prod],
    ['reach no stage without an entry', {}, read({})],
  ])('%s', (_, context, expected) => {
    expect(read({ stages, ...context })).toEqual(expected);
  });

  const names = Object.keys(Settings.entries)
    .filter((name) => name !== 'stage' && name !== 'confirm')
    .join(', ');
  const shape = 'allowed: the settings of each stage, as {"prod":{"logDays":90}}.';
  const stageNames = 'a lower-case name of 1 to 20 letters, digits and hyphens that begins with a letter';
  test.each([
    ['prod', `Setting "stages" is "prod"; ${shape}`],
    [{ prod: 'x' }, `Setting "stages" is {"prod":"x"}; ${shape}`],
    [{ prod: { isuer: 'https://login.example/' } }, 'There is no setting "stages.prod.isuer"; did you mean "issuer"?'],
    [{ prod: { stage: 'dev' } }, `There is no setting "stages.prod.stage"; allowed: ${names}.`],
    [{ prod: { confirm: 'table' } }, `There is no setting "stages.prod.confirm"; allowed: ${names}.`],
    [{ prod: { tracing: 'on' } }, 'Setting "stages.prod.tracing" is "on"; allowed: true or false.'],
    [{ p_1: {} }, `Setting "stages.p_1.stage" is "p_1"; allowed: ${stageNames}.`],
  ])('are refused as %j, whatever stage is deployed', (wrong, message) => {
    expect(() => read({ stages: wrong })).toThrow(new Error(message));
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
    new Error(`${place} has "confirm", which would hold for each deployment; give it once by -c.`),
  );
});
