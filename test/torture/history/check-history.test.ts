import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../lib/root';
import { checkDefect, checkService } from './check-history';
import { defects, namesOfDefects } from './planted';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };

test('the responses to concurrent clients have an order that explains them', async () => {
  expect(await checkService(run, { operations: 200, rates: [0.15], concurrency: 4 })).toMatchObject({ failures: [] });
});

test('no stranger changes a resource while calls to the table fail', async () => {
  const size = { operations: 200, rates: [0.15], concurrency: 4, ownership: true };
  expect(await checkService(run, size)).toMatchObject({ failures: [] });
});

test.each(['double apply', ...namesOfDefects(true)] as const)('the check of histories finds a %s', async (name) => {
  expect(await checkDefect(run, { rates: [0.15], concurrency: 4 }, name)).toMatchObject({ failures: [] });
});

test.each(Object.entries(defects))('a %s can be planted in the source as it is', (_, { file, text }) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(text);
});
