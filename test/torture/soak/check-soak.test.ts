import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { resources } from '../../../functions/resources';
import { routeOf } from '../../support/every-resource';
import { temporaryFolder } from '../../support/folder';
import { checkSoak } from './check-soak';

const [name, route] = routeOf(resources[0] as Resource, 'get');
// V8 still compiles after so few requests, so the bounds are wide.
const size = { requests: 400, warmUp: 200, functions: { [name]: route }, maxBytes: 2000, maxSlowdown: 4 };

test('a function leaks nothing over a few hundred requests', async () => {
  expect(await checkSoak({ seed: 1 }, size)).toMatchObject({ failures: [] });
});

test('the soak finds a function that keeps memory, and one that gets slower', async () => {
  const bundles = temporaryFolder();
  mkdirSync(join(bundles, name));
  writeFileSync(
    join(bundles, name, `${name}.cjs`),
    `const kept = [];
    exports.handler = async () => {
      kept.push(new Array(10_000).fill(kept.length));
      for (let i = 0; i < kept.length ** 3 / 3000; i++) kept[0][0] += Math.sqrt(i);
    };`,
  );
  expect(await checkSoak({ seed: 1 }, { ...size, bundles })).toMatchObject({
    failures: [
      expect.stringMatching(/^\w+ keeps \d+\.\d bytes of each request$/),
      expect.stringMatching(/^\w+ takes \d+\.\d\d times the CPU time of a young one$/),
    ],
  });
});
