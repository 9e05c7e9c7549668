import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../lib/build/bundle';
import { synthesize } from '../../lib/stack/synthesize';
import type { Finding, Run } from './check';

/** Runs a check on functions with the official client of DynamoDB (`client=sdk`). */
export const withOfficialClient = async (run: Run, check: (run: Run) => Promise<Finding[]>): Promise<Finding[]> => {
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
