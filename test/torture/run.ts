import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

import setUp = require('../support/jest/global-setup');
import tearDown = require('../support/jest/global-teardown');

import type { CheckRun, Finding } from './check';
import { checks, exclusiveChecks } from './checks';
import { writeResults } from './results';

/** A message from the process of a check to this one. */
type CheckMessage = { readonly progress: string } | { readonly finding: Finding };

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string' },
    case: { type: 'string' },
    from: { type: 'string' },
    in: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const startedMs = performance.now();
const clock = () => new Date(performance.now() - startedMs).toISOString().slice(11, 19);

/** The progress of each running check. Printed twice a second on a terminal, and every ten seconds elsewhere. */
const running = new Map<string, string>();
const printProgress = () => {
  const text = [...running].map(([name, progress]) => `${name}: ${progress}`).join(' | ');
  if (text || process.stderr.isTTY) process.stderr.write(`${clock()} ${text}\n`);
};

/** Runs a check in a process of its own, so that checks do not share memory, connections or crashes. */
const runInChild = async (name: string, assembly: string): Promise<Finding> => {
  const seed = options.seed ?? String(randomInt(2 ** 31));
  running.set(name, 'starting');
  const more = (['case', 'from'] as const).flatMap((key) => (options[key] ? [`--${key}`, options[key]] : []));
  const child = fork(__filename, ['--only', name, '--seed', seed, '--in', assembly, ...more]);
  let finding: Finding | undefined;
  child.on('message', (message: CheckMessage) => {
    if ('progress' in message) running.set(name, message.progress);
    else finding = message.finding;
  });
  const [code] = await once(child, 'exit');
  running.delete(name);
  const { measured, failures } = finding ?? {
    measured: `ended with exit code ${code}`,
    failures: ['The process of the check ended before it reported a result.'],
  };
  const repeat = `Repeat it: npm run torture -- ${['--only', name, '--seed', seed, ...more].join(' ')}`;
  return { measured, failures: failures.length > 0 ? [...failures, repeat] : [] };
};

const holds = ({ failures }: Finding) => failures.length === 0;

const runAll = async () => {
  const all = Object.keys(checks);
  // A name also stands for the checks that begin with it, such as `explore`.
  const isNamed = (only: string) => (name: string) => name === only || name.startsWith(`${only}-`);
  const only = options.only?.split(',') ?? all;
  const unknown = only.filter((name) => !all.some(isNamed(name)));
  const names = all.filter((name) => only.some((one) => isNamed(one)(name)));
  if (unknown.length > 0) throw new Error(`--only has unknown checks: ${unknown.join(', ')}. Use ${all.join(', ')}.`);
  const timer = setInterval(printProgress, process.stderr.isTTY ? 500 : 10_000);
  await setUp({ maxWorkers: 0 });
  const assembly = process.env.ASSEMBLY ?? '';
  const findings = new Map<string, Finding>();
  const lane = async (queue: string[]) => {
    for (let name = queue.shift(); name; name = queue.shift()) findings.set(name, await runInChild(name, assembly));
  };
  const parallel = names.filter((name) => !exclusiveChecks.includes(name));
  await Promise.all([lane(parallel), lane(parallel)]);
  await lane(names.filter((name) => exclusiveChecks.includes(name)));
  clearInterval(timer);
  await tearDown();
  process.stderr.write(`\n${clock()} done\n\n`);
  for (const [name, finding] of findings) {
    process.stdout.write(`${holds(finding) ? 'passed' : 'FAILED'}  ${name.padEnd(13)}  ${finding.measured}\n`);
    for (const failure of finding.failures) process.stdout.write(`  ${failure}\n`);
  }
  if (options.write) writeResults(findings);
  process.exitCode = [...findings.values()].every(holds) ? 0 : 1;
};

const report = (message: CheckMessage) => process.send?.(message);

/** Runs one check in this process and reports its finding to the parent process. */
const runOne = async (name: string, run: Omit<CheckRun, 'progress'>) => {
  const finding = await checks[name]?.({ ...run, progress: (progress) => report({ progress }) });
  if (finding) report({ finding });
  process.disconnect?.();
};

if (options.in && options.only)
  runOne(options.only, { seed: Number(options.seed), assembly: options.in, case: options.case, from: options.from });
else runAll();
