import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../lib/root';
import { checkDefect, checkService } from './check-history';
import { defects } from './planted';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };

test('the responses to concurrent clients have an order that explains them', async () => {
  expect(await checkService(run, { operations: 200, rates: [0.15], concurrency: 4 })).toMatchObject({ failures: [] });
});

test('the check of histories finds an update that is applied twice', async () => {
  expect(await checkDefect(run, { rates: [0.15], concurrency: 4 }, 'double apply')).toMatchObject({ failures: [] });
});

test.each(Object.entries(defects))('a %s can be planted in the source as it is', (_, { file, text }) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(text);
});
