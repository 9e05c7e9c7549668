import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdFolder, resetFolder } from '../../../../lib/local/database/lock';
import { temporaryFolder } from '../../../support/folder';

describe('the lock of a data folder', () => {
  test('refuses a folder that another runner holds, until it releases the folder', async () => {
    const folder = temporaryFolder();
    const release = await holdFolder(folder);
    await expect(holdFolder(folder)).rejects.toThrow(`${folder} is in use by another npm start`);
    await expect(resetFolder(folder)).rejects.toThrow('is in use');
    release();
    (await holdFolder(folder))();
  });

  test('is free again after its process was killed', async () => {
    const folder = temporaryFolder();
    const code = `require('net').createServer().listen('lock', () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', code], { cwd: folder });
    expect(existsSync(join(folder, 'lock'))).toBe(true);
    (await holdFolder(folder))();
  });

  test('stays while the rest of the folder is deleted', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'more'));
    writeFileSync(join(folder, 'dynamodb.sqlite'), 'data');
    await resetFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });
});
