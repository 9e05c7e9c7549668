import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Finding } from './check';
import { alone, checks } from './checks';
import { playOne, type Said } from './one';

type Result = { readonly name: string; readonly seed: number; readonly findings: readonly Finding[] };

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, seed: { type: 'string' }, in: { type: 'string' } },
});

/** The stack, synthesized once for all checks. */
const synthesizeInto = async (folder: string) => {
  process.env.CDK_VALIDATION = 'false';
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const { bundle } = await import('../../lib/bundle');
  const { synthesize } = await import('../../lib/synthesize');
  await bundle(join(folder, 'bundles'));
  return synthesize(folder, join(folder, 'bundles'));
};

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
  const folder = mkdtempSync(join(tmpdir(), 'users-and-posts-torture-'));
  const timer = setInterval(show, process.stderr.isTTY ? 500 : 10_000);
  const assembly = await synthesizeInto(folder);
  const names = Object.keys(checks).filter((name) => !options.only || options.only.split(',').includes(name));
  if (names.length === 0) throw new Error(`--only is ${options.only}; there are ${Object.keys(checks).join(', ')}`);
  const results: Result[] = [];
  const lane = async (queue: string[]) => {
    for (let name = queue.shift(); name; name = queue.shift()) results.push(await runApart(name, assembly));
  };
  const together = names.filter((name) => !alone.includes(name));
  await Promise.all([lane(together), lane(together)]);
  // These two take times, and have the machine for themselves.
  await lane(names.filter((name) => alone.includes(name)));
  clearInterval(timer);
  rmSync(folder, { recursive: true, force: true });
  results.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  process.stderr.write(`\n${clock()} done\n\n`);
  printTable(results);
  process.exitCode = results.every(({ findings }) => findings.every(holds)) ? 0 : 1;
};

if (options.in && options.only) playOne(options.only, { seed: Number(options.seed), assembly: options.in });
else runAll();
