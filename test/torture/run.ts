import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { findNode24 } from '../bench/speed/node-24';
import type { Finding, Run } from './check';
import { alone, checks } from './checks';

/** What the process of one check says to the one that started it. */
type Said = { readonly progress: string } | { readonly findings: readonly Finding[] };

type Result = { readonly name: string; readonly seed: number; readonly findings: readonly Finding[] };

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, seed: { type: 'string' }, in: { type: 'string' } },
});

const startedMs = performance.now();
const clock = () => new Date(performance.now() - startedMs).toISOString().slice(14, 19);

/** What each running check did last; shown as it changes on a terminal, every ten seconds elsewhere. */
const underway = new Map<string, string>();
const show = () => {
  const text = [...underway].map(([name, doing]) => `${name}: ${doing}`).join(' | ');
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${clock()} ${text}`.slice(0, process.stderr.columns + 5));
  else if (text) process.stderr.write(`${clock()} ${text}\n`);
};

/** Each check has a process of its own: its memory, its clients and its crashes are no other's. */
const runApart = (name: string, assembly: string) =>
  new Promise<Result>((resolve) => {
    const seed = Number(options.seed ?? randomInt(2 ** 31));
    underway.set(name, 'starts');
    const child = fork(__filename, ['--only', name, '--seed', String(seed), '--in', assembly]);
    let findings: readonly Finding[] | undefined;
    child.on('message', (said: Said) => {
      if ('progress' in said) underway.set(name, said.progress);
      else findings = said.findings;
    });
    child.once('exit', (code) => {
      underway.delete(name);
      const died = { promise: `${name} comes to an end`, measured: `exit code ${code}`, failures: ['it did not'] };
      resolve({ name, seed, findings: findings ?? [died] });
    });
  });

const holds = ({ failures }: Finding) => failures.length === 0;

const printTable = (results: readonly Result[]) => {
  const rows = results.flatMap(({ findings }) => findings.map((finding) => [finding.promise, finding] as const));
  const width = Math.max(...rows.map(([promise]) => promise.length));
  for (const [promise, finding] of rows) {
    process.stdout.write(`${holds(finding) ? 'holds ' : 'BROKEN'}  ${promise.padEnd(width)}  ${finding.measured}\n`);
  }
  for (const { name, seed, findings } of results.filter(({ findings }) => !findings.every(holds))) {
    const failures = findings.flatMap((finding) => finding.failures);
    process.stdout.write(`\n${name}, to be seen again by npm run torture -- --only ${name} --seed ${seed}\n`);
    for (const failure of failures) process.stdout.write(`  ${failure}\n`);
  }
};

const runAll = async () => {
  const all = Object.keys(checks);
  const names = options.only?.split(',') ?? all;
  const strange = names.filter((name) => !all.includes(name));
  if (strange.length > 0) throw new Error(`--only has ${strange.join(', ')}; there are ${all.join(', ')}`);
  // Without this, the missing Node would show after half an hour.
  if (names.includes('soak')) findNode24();
  const timer = setInterval(show, process.stderr.isTTY ? 500 : 10_000);
  await require('../support/jest/global-setup')();
  const assembly = process.env.ASSEMBLY ?? '';
  const results: Result[] = [];
  const lane = async (queue: string[]) => {
    for (let name = queue.shift(); name; name = queue.shift()) results.push(await runApart(name, assembly));
  };
  const together = names.filter((name) => !alone.includes(name));
  await Promise.all([lane(together), lane(together)]);
  await lane(names.filter((name) => alone.includes(name)));
  clearInterval(timer);
  await require('../support/jest/global-teardown')();
  results.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  process.stderr.write(`\n${clock()} done\n\n`);
  printTable(results);
  process.exitCode = results.every(({ findings }) => findings.every(holds)) ? 0 : 1;
};

const say = (said: Said) => process.send?.(said);

/** Runs one check in this process, and says what it found. */
const playOne = async (name: string, run: Omit<Run, 'progress'>) => {
  const findings = await checks[name]?.({ ...run, progress: (progress) => say({ progress }) });
  say({ findings: findings ?? [] });
  process.disconnect?.();
};

if (options.in && options.only) playOne(options.only, { seed: Number(options.seed), assembly: options.in });
else runAll();
