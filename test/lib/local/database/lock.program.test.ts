import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdFolder, resetFolder } from '../../../../lib/local/database/lock';
import { temporaryFolder } from '../../../support/folder';
import { type Holder, startHolder } from '../../../support/local/holders';

const holders: Holder[] = [];
afterAll(() => Promise.all(holders.map((holder) => holder.kill())));

const start = async (diesAt?: number) => {
  const holder = await startHolder(diesAt);
  holders.push(holder);
  return holder;
};

const inUse = (folder: string) => `${folder} is in use by another npm start; stop that one, or start with --memory`;

describe('the lock of a data folder', () => {
  test('has exactly one holder in 200 rounds of four runners that start at once over a stale lock', async () => {
    const parent = temporaryFolder();
    const folders = Array.from({ length: 200 }, (_, round) => join(parent, String(round)));
    for (const folder of folders) mkdirSync(folder);
    const [crashed, ...contenders] = await Promise.all([start(), start(), start(), start(), start()]);
    for (const folder of folders) expect(await crashed?.hold(folder)).toBe('held');
    await crashed?.kill();

    const holdersPerRound: number[] = [];
    for (const folder of folders) {
      const atMs = Date.now() + 3;
      const outcomes = await Promise.all(contenders.map((contender) => contender.hold(folder, atMs)));
      holdersPerRound.push(outcomes.filter((outcome) => outcome === 'held').length);
      expect(new Set(outcomes)).toEqual(new Set(['held', inUse(folder)]));
      await Promise.all(contenders.map((contender) => contender.release()));
    }
    expect(holdersPerRound).toEqual(folders.map(() => 1));
  }, 300_000);

  test('is free again after a runner is killed, at every step of taking the lock', async () => {
    const folders = Array.from({ length: 12 }, temporaryFolder);
    const [crashed, ...dying] = await Promise.all([start(), ...folders.map((_, step) => start(step))]);
    for (const folder of folders) expect(await crashed?.hold(folder)).toBe('held');
    await crashed?.kill();
    const outcomes: (string | undefined)[] = [];
    for (const [step, folder] of folders.entries()) {
      outcomes.push(await dying[step]?.hold(folder));
      await dying[step]?.kill();
      const release = await holdFolder(folder);
      expect(readdirSync(folder)).toHaveLength(1);
      await expect(holdFolder(folder)).rejects.toThrow(inUse(folder));
      release();
      expect(readdirSync(folder)).toEqual([]);
    }
    expect(outcomes.slice(0, 4)).toEqual(Array(4).fill('ended with SIGKILL'));
    expect(outcomes.at(-1)).toBe('held');
  }, 300_000);

  test('stays while the rest of the folder is deleted', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'more'));
    writeFileSync(join(folder, 'dynamodb.sqlite'), 'data');
    const release = await holdFolder(folder);
    await expect(resetFolder(folder)).rejects.toThrow(inUse(folder));
    expect(existsSync(join(folder, 'dynamodb.sqlite'))).toBe(true);
    release();
    await resetFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });
});
