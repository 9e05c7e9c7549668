import { stackErrors } from '../../../lib/check/stack';
import type { Settings } from '../../../lib/stack/settings';

const context = { logDays: 7, stages: { beta: {}, gamma: { logDays: 14 }, pr: { logDays: 1 } } };

test('npm run check synthesizes each stage of cdk.json with its settings, and names the one whose lib/own.ts fails', () => {
  const seen: Settings[] = [];
  const own = ({ settings }: { readonly settings: Settings }) => {
    seen.push(settings);
    if (settings.stage === 'gamma') throw new Error('The queue has no name');
    return {};
  };
  const errors = stackErrors({ context, own });
  expect(seen.map(({ stage, logDays }) => [stage, logDays])).toEqual([
    ['dev', 30],
    ['prod', 30],
    ['beta', 7],
    ['gamma', 14],
    ['pr-0', 1],
  ]);
  expect(errors.filter((error) => error.includes('cannot be synthesized'))).toEqual([
    'The stack of stage "gamma" cannot be synthesized: The queue has no name',
  ]);
});

test('npm run check names a wrong setting of a stage once', () => {
  const errors = stackErrors({ context: { stages: { beta: { logDay: 7 }, gamma: {} } }, own: () => ({}) });
  expect(errors.filter((error) => error.includes('stages.beta.logDay'))).toEqual([
    expect.stringMatching(
      /^The stack of stage "beta" cannot be synthesized: There is no setting "stages.beta.logDay"; /,
    ),
  ]);
});
