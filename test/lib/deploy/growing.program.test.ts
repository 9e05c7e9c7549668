import { plan } from '../../../functions/table/shards';
import { bin, checks, createProject } from '../../support/project/project';

/*
 * Appends a generation that has begun and one that has not to each collection of a copy of the project, as "Growing" in
 * lib/deploy/README.md says. Whatever stands before a deployment then passes.
 */

const { copy, edit, run, runSuites } = createProject();

/** Skips all tests once the project has grown itself, because all tests then run with its plan. */
const testGrown = Object.values(plan).some(({ length }) => length > 0) ? test.skip : test;

const generations = `[
    { from: '2026-01-01T00:00Z', shards: 4 },
    { from: '2999-01-01T00:00Z', shards: 8 },
  ]`;

beforeAll(() => {
  copy();
  for (const collection of Object.keys(plan))
    edit('functions/table/shards.ts', `  ${collection}: []`, `  ${collection}: ${generations}`);
});

testGrown.each([...checks, ['synthesis', [bin('aws-cdk/bin/cdk'), 'synth', '--quiet']] as const])(
  'the %s of a project that has grown passes',
  (_, command) => {
    run(...command);
  },
);

/** Suites that read or write the table, in this process and through the service. */
const suites = [
  'test/contract',
  'test/functions/(table|users|posts|lambda|dynamodb)',
  'test/lib/deploy/(guard|shard-plan)',
  'test/torture/explore/resource-scenario',
];

testGrown('the tests of the table and of the contract pass in a project that has grown', () => {
  const failed = runSuites(suites).filter(({ status }) => status === 'failed');
  expect(failed.map(({ fullName }) => fullName)).toEqual([]);
});
