import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/folder';
import { readText } from '../../support/sources';

const [, block = ''] = /## Restore the table[\s\S]*?```\n([\s\S]*?)```/.exec(readText('lib/deploy/README.md')) ?? [];

/**
 * Stands for the AWS CLI. A table is busy after each change until a wait ends. DynamoDB refuses a change of a busy table.
 * The first wait after a change times out, as the real one does after 500 s.
 */
const aws = `#!/bin/sh
case "$2" in
wait) case "$(cat state)" in ACTIVE) ;; TRIED) echo ACTIVE > state ;; *) echo TRIED > state; exit 255 ;; esac ;;
restore-table-to-point-in-time) echo "$2" >> changes; echo CREATING > state ;;
*) [ "$(cat state)" = ACTIVE ] || echo "$2" >> refused; echo "$2" >> changes; echo UPDATING > state ;;
esac
`;

const npm = `#!/bin/sh
[ "$(cat state)" = ACTIVE ] || echo "npm $*" >> refused
`;

test('the restore in lib/deploy/README.md waits for the table before each change and before the deployment', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'aws'), aws, { mode: 0o755 });
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 });
  writeFileSync(join(folder, 'refused'), '');
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status, stderr } = spawnSync('sh', ['-c', block], { cwd: folder, env, encoding: 'utf8', timeout: 20_000 });
  const [changes, refused] = ['changes', 'refused'].map((name) => readFileSync(join(folder, name), 'utf8'));
  expect({ status, stderr, refused }).toEqual({ status: 0, stderr: '', refused: '' });
  expect(changes?.trimEnd().split('\n')).toEqual([
    'restore-table-to-point-in-time',
    ...['update-table', 'update-table', 'update-time-to-live', 'update-continuous-backups'],
  ]);
});
