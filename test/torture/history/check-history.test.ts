import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPlant, checkService } from './check-history';
import { bundlePlanted, plants } from './planted';

const run = { seed: 1, assembly: process.env.ASSEMBLY ?? '', progress: () => {} };

test('finds an order for what clients see at the same time', async () => {
  expect(await checkService(run, { operations: 200, rates: [0.15], atOnce: 4 })).toMatchObject({ failures: [] });
});

test('finds none for an update that is applied twice', async () => {
  expect(await checkPlant(run, { rates: [0.15], atOnce: 4 }, 'double apply')).toMatchObject({ failures: [] });
});

describe('a bug to be planted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'users-and-posts-planted-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ['its place is not there', plants['stale read'].file, 'no such text', 'has no longer the text'],
    ['nobody reads its file', 'functions/table/nowhere.ts', '', 'No function reads'],
  ])('is refused when %s', async (_, file, text, reason) => {
    await expect(bundlePlanted({ file, text, bug: '' }, folder)).rejects.toThrow(reason);
  });
});
