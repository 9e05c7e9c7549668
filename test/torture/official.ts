import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../lib/build/bundle';
import { synthesize } from '../../lib/stack/synthesize';
import type { CheckRun, Finding } from './check';

/** Runs a check on functions that are bundled with the official DynamoDB client (the setting `client=sdk`). */
export const withOfficialClient = async (
  run: CheckRun,
  check: (run: CheckRun) => Promise<Finding[]>,
): Promise<Finding[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'official-'));
  try {
    const bundles = join(folder, 'bundles');
    await bundle(bundles, 'sdk');
    const findings = await check({ ...run, assembly: synthesize(folder, bundles, { client: 'sdk' }) });
    return findings.map((finding) => ({ ...finding, promise: `${finding.promise}, with the official client` }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
