import { findNode24 } from '../bench/speed/node-24';
import type { CheckRun, Finding } from './check';
import { checkCrashPoints } from './crashes/check-crash-points';
import { checkKill } from './crashes/check-kill';
import { checkTransfer } from './crashes/check-transfer';
import { checkClosing } from './deletion/check-closing';
import { checkForce } from './deletion/check-force';
import { checkFaults } from './faults/check-faults';
import { checkKeys } from './faults/check-keys';
import { checkFuzz } from './fuzz/check-fuzz';
import { checkHistory } from './history/check-history';
import { checkSoak } from './soak/check-soak';

const faults = 10_000;
const clients = 16;
const soakSize = { requests: 200_000, warmUp: 20_000, compared: 10_000, maxGrowth: 0.02, maxSlowdown: 1.15 };

/** All checks at full size. The slowest come first, so that both lanes end at about the same time. */
export const checks: Record<string, (run: CheckRun) => Promise<Finding[]>> = {
  fuzz: (run) => checkFuzz(run, { requests: 1_000_000 }),
  'faults-5': (run) => checkFaults(run, { rate: 0.05, faults, clients, minAnswered: 0.998 }),
  'faults-15': (run) => checkFaults(run, { rate: 0.15, faults, clients, minAnswered: 0.93 }),
  'faults-40': (run) => checkFaults(run, { rate: 0.4, faults, clients, minAnswered: 0 }),
  'faults-sdk': (run) => checkFaults(run, { rate: 0.15, faults, clients, minAnswered: 0.93, isOfficial: true }),
  history: (run) => checkHistory(run, { operations: 100_000, rates: [0.05, 0.15], concurrency: 12 }),
  owners: (run) => checkHistory(run, { operations: 50_000, rates: [0.05, 0.15], concurrency: 12, ownership: true }),
  keys: (run) => checkKeys(run, { keys: 10_000, clients }),
  crashes: (run) => checkCrashPoints(run, { scenarios: 'all' }),
  force: (run) => checkForce(run, { posts: 10_000, leftMs: 10_000 }),
  closing: (run) => checkClosing(run, { rounds: 300, writers: 8, rate: 0.15 }),
  transfer: (run) => checkTransfer(run, { users: 500, posts: 10_000, kills: 10 }),
  kill: (run) => checkKill(run, { rounds: 100, writers: 8 }),
  soak: (run) => checkSoak(run, { ...soakSize, node: findNode24() }),
};

/** Checks that measure elapsed time or CPU time. Each runs without another check beside it. */
export const exclusiveChecks: readonly string[] = ['fuzz', 'kill', 'soak'];
