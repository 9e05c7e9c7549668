import { findNode24 } from '../bench/speed/node-24';
import type { Finding, Run } from './check';
import { checkCrashPoints } from './crashes/check-crash-points';
import { checkKill } from './crashes/check-kill';
import { checkTransfer } from './crashes/check-transfer';
import { checkClosing } from './deletion/check-closing';
import { checkForce } from './deletion/check-force';
import { checkFaults } from './faults/check-faults';
import { checkKeys } from './faults/check-keys';
import { checkFuzz } from './fuzz/check-fuzz';
import { checkHistory } from './history/check-history';
import { withOfficialClient } from './official';
import { npmStart } from './power';
import { checkSoak } from './soak/check-soak';
import { checkText } from './text/check-text';
import { checkWire } from './wire/check-wire';

const faults = 10_000;
const clients = 16;
const soaked = { requests: 200_000, warmUp: 20_000, compared: 10_000, maxGrowth: 0.02, maxSlowdown: 1.15 };

/** All checks at their full size; the longest come first, so that two lanes end together. */
export const checks: Record<string, (run: Run) => Promise<Finding[]>> = {
  fuzz: (run) => checkFuzz(run, { requests: 1_000_000 }),
  'faults-5': (run) => checkFaults(run, { rate: 0.05, faults, clients, answered: 0.999 }),
  'faults-15': (run) => checkFaults(run, { rate: 0.15, faults, clients, answered: 0.93 }),
  'faults-40': (run) => checkFaults(run, { rate: 0.4, faults, clients, answered: 0 }),
  'faults-sdk': (run) =>
    withOfficialClient(run, (official) => checkFaults(official, { rate: 0.15, faults, clients, answered: 0.93 })),
  history: (run) => checkHistory(run, { operations: 100_000, rates: [0.05, 0.15], atOnce: 12 }),
  keys: (run) => checkKeys(run, { keys: 10_000, clients }),
  wire: (run) => checkWire(run, { requests: 100_000 }),
  crashes: (run) => checkCrashPoints(run, { ways: 'all' }),
  force: (run) => checkForce(run, { posts: 10_000, leftMs: 10_000 }),
  closing: (run) => checkClosing(run, { rounds: 300, writers: 8, rate: 0.15 }),
  transfer: (run) => checkTransfer(run, { users: 500, posts: 10_000, kills: 10 }),
  text: (run) => checkText(run, { everyChunk: 1, samples: 2000, surrogates: 2048 }),
  kill: (run) => checkKill(run, { start: npmStart(), rounds: 100, writers: 8 }),
  soak: (run) => checkSoak(run, { ...soaked, node: findNode24() }),
};

/** They take times, of the clock or of the processor, and the machine must do nothing else meanwhile. The soak fills it. */
export const alone: readonly string[] = ['fuzz', 'kill', 'soak'];
