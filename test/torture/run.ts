import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { bundle } from '../../lib/build/bundle';
import { defineCommand, runCommand } from '../../lib/command';
import { replacePart, tableOf } from '../support/results';

import setUp = require('../support/jest/global-setup');
import tearDown = require('../support/jest/global-teardown');

import type { CheckRun, Finding } from './check';
import { checkExplore } from './explore/check-explore';
import { checkFuzz } from './fuzz/check-fuzz';
import { checkModels } from './models/check-models';
import { checkReactions } from './reactions/check-reactions';
import { checkUpgrade } from './upgrade/check-upgrade';

/** Explores the functions with the official client of DynamoDB. */
const exploreOfficial = async (run: CheckRun) => {
  const bundles = join(process.env.ASSEMBLY ?? '', 'official');
  await bundle(bundles, 'sdk');
  return checkExplore(run, { requests: 2, faults: 1, draws: 30, oneOf: 10, bundles });
};

/** All checks at full size. The slowest come first, so that both lanes end at about the same time. */
const checks: Record<string, (run: CheckRun) => Promise<Finding>> = {
  fuzz: (run) => checkFuzz(run, { requests: 100_000 }),
  'explore-two': (run) => checkExplore(run, { requests: 2, faults: 1, draws: 300 }),
  reactions: (run) => checkReactions(run, { oneOf: 1, draws: 20, deliveries: 5 }),
  'explore-three': (run) => checkExplore(run, { requests: 3, faults: 1, draws: 100 }),
  'explore-sdk': exploreOfficial,
  'explore-one': (run) => checkExplore(run, { requests: 1, faults: 2 }),
  upgrade: (run) => checkUpgrade(run, 1),
  'explore-worn': (run) => checkExplore(run, { requests: 1, faults: 1, isWorn: true }),
  models: (run) => checkModels(run, 1_500),
};

/** Check that measures CPU time, and runs without another check beside it. */
const EXCLUSIVE = 'fuzz';

/** Runs a check in a process of its own, so that checks do not share memory, connections or crashes. */
const runInChild = async (name: string, run: CheckRun): Promise<Finding> => {
  // The fuzz loads the handlers with the client that is deployed.
  const execArgv = [...process.execArgv, '--conditions=lean'];
  const child = fork(__filename, [name, JSON.stringify(run)], { execArgv });
  const found: Finding[] = [];
  child.on('message', (finding: Finding) => found.push(finding));
  const [code] = await once(child, 'exit');
  const crash = 'The process of the check ended before it reported a result.';
  const [{ measured, failures } = { measured: `ended with exit code ${code}`, failures: [crash] }] = found;
  const from = run.from ? ` --from ${run.from}` : '';
  const repeat = `Repeat it: npm run torture -- --only ${name} --seed ${run.seed}${from}`;
  return { measured, failures: failures.length > 0 ? [...failures, repeat] : [] };
};

const holds = ({ failures }: Finding) => failures.length === 0;

/** Writes the rows of the checks that ran into the table of findings. The other rows stay. */
const writeResults = (findings: ReadonlyMap<string, Finding>) =>
  replacePart(join(__dirname, 'RESULTS.md'), 'findings', (old) => {
    const date = new Date().toISOString().slice(0, 10);
    const rows = Object.keys(checks).flatMap((name) => {
      const finding = findings.get(name);
      const known = old.split('\n').find((line) => line.startsWith(`| ${name} |`));
      if (finding) return [[name, finding.measured, holds(finding) ? 'yes' : 'no', date]];
      return known ? [known.slice(2, -2).split(' | ')] : [];
    });
    const machine = `${process.platform} ${process.arch}, ${availableParallelism()} processors`;
    const about = `The latest run: Node ${process.version}, ${machine}, ${date}.`;
    return `${tableOf(['check', 'measured', 'holds', 'date'], rows)}\n\n${about}`;
  });

const usage = {
  name: 'npm run torture',
  options: {
    only: { type: 'string', value: 'checks', does: 'run these checks, separated by commas' },
    seed: { type: 'string', value: 'number', does: 'draw the same random numbers as an earlier run' },
    from: { type: 'string', value: 'commit', does: 'play the code of this commit beside this code (check upgrade)' },
    write: { type: 'boolean', does: 'write the findings into RESULTS.md, too' },
  },
} as const;

const runAll = defineCommand(usage, async ({ only: wanted, seed, write, ...options }) => {
  const all = Object.keys(checks);
  // A name also stands for the checks that begin with it, such as `explore`.
  const isNamed = (name: string, only: string) => `${name}-`.startsWith(`${only}-`);
  const only = wanted?.split(',') ?? all;
  const unknown = only.filter((one) => !all.some((name) => isNamed(name, one)));
  const names = all.filter((name) => only.some((one) => isNamed(name, one)));
  if (unknown.length > 0) throw new Error(`--only has unknown checks: ${unknown.join(', ')}. Use ${all.join(', ')}.`);
  await setUp({ maxWorkers: 0 });
  const findings = new Map<string, Finding>();
  const lane = async (queue: string[]) => {
    for (let name = queue.shift(); name; name = queue.shift()) {
      const finding = await runInChild(name, { ...options, seed: Number(seed ?? randomInt(2 ** 31)) });
      process.stdout.write(`${holds(finding) ? 'passed' : 'FAILED'}  ${name.padEnd(13)}  ${finding.measured}\n`);
      for (const failure of finding.failures) process.stdout.write(`  ${failure}\n`);
      findings.set(name, finding);
    }
  };
  const parallel = names.filter((name) => name !== EXCLUSIVE);
  await Promise.all([lane(parallel), lane(parallel)]);
  await lane(names.filter((name) => name === EXCLUSIVE));
  await tearDown();
  if (write) writeResults(findings);
  return [...findings.values()].every(holds) ? 0 : 1;
});

/** Runs one check in this process and reports its finding to the parent process. */
const runOne = async (name = '', run = '') => {
  process.send?.(await checks[name]?.(JSON.parse(run)));
  process.disconnect?.();
};

if (process.send) runOne(...process.argv.slice(2));
else runCommand(runAll);
