import { temporaryFolder } from '../../support/folder';
import { bundleWithDefect, defects } from '../history/planted';
import { checkFaults } from './check-faults';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };

test('every response is true while 15 % of the calls to the table fail', async () => {
  const findings = await checkFaults(run, { rate: 0.15, faults: 60, clients: 16, minAnswered: 0.9 });
  expect(findings.flatMap(({ failures }) => failures)).toEqual([]);
});

test('99 of 100 requests are answered while an item of every third transaction is throttled', async () => {
  const findings = await checkFaults(run, {
    rate: 0.3,
    faults: 60,
    clients: 4,
    minAnswered: 0.99,
    only: ['throttleItem'],
  });
  expect(findings.flatMap(({ failures }) => failures)).toEqual([]);
});

test.each([
  ['resources by id', 'options.ConsistentRead', /lost write: {"verb":"byId"/],
  ['authors of posts', '!options.ConsistentRead', /lost write: {.*"isExpanded":true/],
])('the check of faults finds a service that ignores unprocessed keys of %s', async (_, isIgnored, failure) => {
  const { file, text } = defects['hole in a list'];
  const bundles = temporaryFolder();
  await bundleWithDefect({ file, text, defect: `if (${isIgnored}) break; ${text}` }, bundles);
  const size = { rate: 0.15, faults: 600, clients: 2, minAnswered: 0, only: ['throttleKeys'], bundles } as const;
  const [finding] = await checkFaults(run, size);
  expect(finding?.failures).toContainEqual(expect.stringMatching(failure));
});
