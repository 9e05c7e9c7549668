import { App } from 'aws-cdk-lib';
import type { Reaction } from '../../../../functions/kit/needs';
import { firstVersions } from '../../../../functions/kit/resources';
import { readSettings } from '../../../../lib/stack/context';
import { reactionErrors } from '../../../../lib/stack/jobs/changes';
import { describeFor } from '../../../support/declared';
import { readText } from '../../../support/sources';
import { none, stackWith } from '../own-stack';

describeFor({ what: 'a resource', found: firstVersions[0] }, 'a function that gets changes', (changesOf) => {
  const { collection } = changesOf;
  const stack = (job: Partial<Reaction> = {}, settings: object = {}, more?: Record<string, Partial<Reaction>>) =>
    stackWith(none, { job: { changesOf, ...job }, settings, ...(more && { more }) });

  const several = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`again${n}`, { changesOf }]));
  test.each([
    ['two functions', {}, 1, []],
    [
      'three functions',
      {},
      2,
      [/^3 functions get changes \(work, again0, again1\), and a stream serves 2 at once; give one/],
    ],
    ['three functions with "reactions" off', { reactions: 'off' }, 2, []],
  ])('%s that get changes are as many as a stream serves, or an error', (_, settings, more, expected) => {
    const { errors } = stack({}, settings, several(more));
    expect(errors).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
  });

  test.each([
    [{ replicas: 'eu-west-1' }, 1, 1],
    [{ replicas: 'eu-west-1' }, 0, 0],
    [{ replicas: 'eu-west-1', reactions: 'off' }, 1, 0],
    [{}, 1, 0],
  ])(
    'has a warning with %j and %i more, because the copies of a table read its stream, too',
    (settings, more, count) => {
      const { warnings } = stack({}, settings, several(more));
      expect(warnings.filter((text) => /AWS recommends one with "replicas"/.test(String(text)))).toHaveLength(count);
    },
  );

  test.each([
    ['batchSize', 1_001, 100, '1 to 1000'],
    ['windowSeconds', 301, 1, '0 to 300'],
    ['concurrency', 0, 1, '1 to 10'],
    ['retryMinutes', 0.5, 15, '1 to 1380'],
  ])('is refused with %s=%d, by the limits in the README', (limit, value, byDefault, allowed) => {
    // CDK refuses some of these values itself, before the stack is whole.
    const errors = reactionErrors(
      { work: { entry: 'functions/a.ts', changesOf, [limit]: value } },
      readSettings(new App().node),
    );
    expect(errors).toEqual([`"${limit}" of work is ${value}; allowed: a whole number from ${allowed}.`]);
    expect(readText('lib/stack/README.md')).toContain(`| \`${limit}\` | ${byDefault}; ${allowed} |`);
  });

  test('is refused with a resource that is not a first version', () => {
    const later = { collection, path: '/api/v9/nothing' };
    expect(stack({ changesOf: later }).errors).toEqual([
      '"changesOf" of work has /api/v9/nothing; give it the entity in the store.ts of a first version.',
    ]);
  });
});
