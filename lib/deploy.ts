import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cdk, stackIn } from './cdk';
import { putOnRecord } from './partitions';

/** `npm run deploy`: what `cdk deploy` does, and then puts the stage's partition plan on record. */
export const deploy = (args: string[]): number => {
  const assembly = mkdtempSync(join(tmpdir(), 'deploy-'));
  try {
    const failed = cdk(['deploy', '--require-approval', 'any-change', '--output', assembly, ...args]);
    if (!failed) putOnRecord(stackIn(assembly).stage);
    return failed;
  } finally {
    rmSync(assembly, { recursive: true, force: true });
  }
};
