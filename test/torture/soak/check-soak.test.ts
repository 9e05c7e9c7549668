import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getUser } from '../../../functions/routes';
import { temporaryFolder } from '../../support/folder';
import { checkSoak } from './check-soak';

const assembly = process.env.ASSEMBLY ?? '';
const run = { seed: 1, assembly, progress: () => {} };
// V8 still compiles after so few requests, so the bounds are wide.
const size = { requests: 400, warmUp: 200, functions: { getUser }, maxBytes: 2000, maxSlowdown: 4 };

test('a function leaks nothing over a few hundred requests', async () => {
  expect(await checkSoak(run, size)).toMatchObject({ failures: [] });
});

test('the soak finds a function that keeps memory, and one that gets slower', async () => {
  const bundles = temporaryFolder();
  mkdirSync(join(bundles, 'getUser'));
  writeFileSync(
    join(bundles, 'getUser', 'getUser.cjs'),
    `const kept = [];
    exports.handler = async () => {
      kept.push(new Array(10_000).fill(kept.length));
      for (let i = 0; i < kept.length ** 3 / 3000; i++) kept[0][0] += Math.sqrt(i);
    };`,
  );
  expect(await checkSoak(run, { ...size, bundles })).toMatchObject({
    failures: [
      expect.stringMatching(/^getUser keeps \d+\.\d bytes of each request$/),
      expect.stringMatching(/^getUser takes \d+\.\d\d ms instead of \d+\.\d\d$/),
    ],
  });
});
