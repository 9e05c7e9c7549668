import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkDefect, checkService } from './check-history';
import { bundleWithDefect, defects } from './planted';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };

test('the responses to concurrent clients have an order that explains them', async () => {
  expect(await checkService(run, { operations: 200, rates: [0.15], concurrency: 4 })).toMatchObject({ failures: [] });
});

test('the check of histories finds an update that is applied twice', async () => {
  expect(await checkDefect(run, { rates: [0.15], concurrency: 4 }, 'double apply')).toMatchObject({ failures: [] });
});

describe('a defect to plant', () => {
  const folder = mkdtempSync(join(tmpdir(), 'users-and-posts-planted-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ['the file does not contain the text', defects['stale read'].file, 'no such text', 'does not contain the text'],
    ['no bundle contains the file', 'functions/table/nowhere.ts', '', 'No bundle contains'],
  ])('is refused when %s', async (_, file, text, reason) => {
    await expect(bundleWithDefect({ file, text, defect: '' }, folder)).rejects.toThrow(reason);
  });
});
