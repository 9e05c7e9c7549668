import { join } from 'node:path';
import { bundle } from '../../lib/build/bundle';
import type { CheckRun, Finding } from './check';
import { checkKill } from './crashes/check-kill';
import { checkExplore } from './explore/check-explore';
import { checkFuzz } from './fuzz/check-fuzz';
import { checkModels } from './models/check-models';
import { checkSoak } from './soak/check-soak';
import { checkUpgrade } from './upgrade/check-upgrade';

/** Explores the functions with the official client of DynamoDB. */
const exploreOfficial = async (run: CheckRun) => {
  const bundles = join(run.assembly, 'official');
  await bundle(bundles, 'sdk');
  return checkExplore(run, { requests: 2, faults: 1, draws: 30, oneOf: 10, bundles });
};

/** All checks at full size. The slowest come first, so that both lanes end at about the same time. */
export const checks: Record<string, (run: CheckRun) => Promise<Finding>> = {
  fuzz: (run) => checkFuzz(run, { requests: 100_000 }),
  'explore-two': (run) => checkExplore(run, { requests: 2, faults: 1, draws: 300 }),
  'explore-three': (run) => checkExplore(run, { requests: 3, faults: 1, draws: 100 }),
  'explore-sdk': exploreOfficial,
  'explore-one': (run) => checkExplore(run, { requests: 1, faults: 2 }),
  upgrade: (run) => checkUpgrade(run, 1),
  'explore-worn': (run) => checkExplore(run, { requests: 1, faults: 1, isWorn: true }),
  models: (run) => checkModels(run, 2_000),
  kill: (run) => checkKill(run, { rounds: 100, writers: 8 }),
  soak: (run) => checkSoak(run, { requests: 20_000, warmUp: 3_000 }),
};

/** Checks that measure elapsed time or CPU time. Each runs without another check beside it. */
export const exclusiveChecks: readonly string[] = ['fuzz', 'kill', 'soak'];
