import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cdk, stackIn } from './cdk';
import { checkBegun, putOnRecord } from './partitions';

/** What only prepares or explains a deployment leaves the stage as it is, and its record, too. */
const deploysNothing = /^(--no-execute|--method(=.*)?|-m|--help|-h|--app(=.*)?|-a)$/;

/** `npm run deploy`: what `cdk deploy` does, and then puts the stage's partition plan on record. */
export const deploy = (args: string[]): number => {
  if (args.some((arg) => deploysNothing.test(arg))) return cdk(['deploy', ...args]);
  const assembly = mkdtempSync(join(tmpdir(), 'deploy-'));
  try {
    const failed = cdk(['deploy', '--require-approval', 'any-change', '--output', assembly, ...args]);
    if (failed) return failed;
    const { stage } = stackIn(assembly);
    checkBegun(stage);
    putOnRecord(stage);
    return 0;
  } finally {
    rmSync(assembly, { recursive: true, force: true });
  }
};
