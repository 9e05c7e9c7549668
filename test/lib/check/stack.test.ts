import { stackErrors } from '../../../lib/check/stack';
import type { Settings } from '../../../lib/stack/settings';

const context = { logDays: 7, stages: { beta: {}, gamma: { logDays: 14 }, pr: { logDays: 1 } } };

test('npm run check synthesizes each stage that cdk.json names, with its settings', () => {
  const seen: Settings[] = [];
  const own = ({ settings }: { readonly settings: Settings }) => {
    seen.push(settings);
    return {};
  };
  stackErrors({ context, own });
  expect(seen.map(({ stage, logDays }) => [stage, logDays])).toEqual([
    ['dev', 30],
    ['prod', 30],
    ['beta', 7],
    ['gamma', 14],
    ['pr-0', 1],
  ]);
});

test('npm run check names the stage whose part of lib/own.ts cannot be synthesized', () => {
  const errors = stackErrors({
    context,
    own: ({ settings }) => {
      if (settings.stage === 'gamma') throw new Error('The queue has no name');
      return {};
    },
  });
  expect(errors).toContain('The stack of stage "gamma" cannot be synthesized: The queue has no name');
  expect(errors.filter((error) => error.includes('cannot be synthesized'))).toHaveLength(1);
});

test('npm run check names a wrong setting of a stage once', () => {
  const errors = stackErrors({ context: { stages: { beta: { logDay: 7 }, gamma: {} } }, own: () => ({}) });
  expect(errors.filter((error) => error.includes('stages.beta.logDay'))).toEqual([
    expect.stringMatching(
      /^The stack of stage "beta" cannot be synthesized: There is no setting "stages.beta.logDay"; /,
    ),
  ]);
});
