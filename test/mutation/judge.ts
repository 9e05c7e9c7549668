import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Position = { readonly line: number; readonly column: number };
type Mutant = {
  readonly status: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
};
type Report = { readonly files: Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }> };

/** Mutants that no test can tell from the service, or need not: the line, what becomes of it, and why that is so. */
type Known = {
  readonly file: string;
  readonly line: string;
  readonly mutants: readonly string[];
  readonly why: string;
};

const WANTED_PERCENT = 90;
const WANTED_OF_THE_HEART_PERCENT = 95;
/** What a client's data depends on. */
const heart = [
  'http/body',
  'http/precondition',
  'http/page',
  'http/links',
  'http/problem',
  'users/store',
  'posts/store',
].map((name) => `functions/${name}.ts`);

const read = (...path: string[]) => JSON.parse(readFileSync(join(__dirname, ...path), 'utf8'));
const report: Report = read('..', '..', 'coverage', 'mutation', 'report.json');
const known: readonly Known[] = read('survivors.json');

const survived = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage';
const killed = ({ status }: Mutant) => status === 'Killed' || status === 'Timeout';

/** Stryker counts neither those that cannot even be loaded. */
const percentOf = (mutants: readonly Mutant[]) => {
  const [dead, alive] = [mutants.filter(killed).length, mutants.filter(survived).length];
  return dead + alive === 0 ? 100 : (100 * dead) / (dead + alive);
};

/** The line of a mutant as it is and as it would be. */
const changeOf = (source: string, { replacement, location: { start, end } }: Mutant) => {
  const lines = source.split('\n');
  const line = lines[start.line - 1] ?? '';
  const rest = lines[end.line - 1]?.slice(end.column - 1);
  const mutant = `${line.slice(0, start.column - 1)}${replacement}${rest}`.replace(/\s+/g, ' ');
  return { line: line.trim(), mutant: mutant.trim() };
};

const faults: string[] = [];
const row = (name: string, mutants: readonly Mutant[], wantedPercent = 0) => {
  const percent = percentOf(mutants);
  if (percent < wantedPercent) faults.push(`${name}: ${percent.toFixed(1)} %, wanted are ${wantedPercent} %`);
  const counts = [killed, survived].map((is) => String(mutants.filter(is).length).padStart(10));
  process.stdout.write(`${name.padEnd(36)}${percent.toFixed(1).padStart(8)}${counts.join('')}\n`);
};

process.stdout.write(
  `${'file'.padEnd(36)}${'score %'.padStart(8)}${'killed'.padStart(10)}${'survived'.padStart(10)}\n`,
);
for (const [file, { source, mutants }] of Object.entries(report.files)) {
  row(file, mutants, heart.includes(file) ? WANTED_OF_THE_HEART_PERCENT : undefined);
  const listed = known.filter((entry) => entry.file === file);
  const seen = mutants.filter(survived).map((mutant) => changeOf(source, mutant));
  for (const { line, mutant } of seen) {
    if (listed.some((entry) => entry.line === line && entry.mutants.includes(mutant))) continue;
    faults.push(`${file}: a mutant survives\n  - ${line}\n  + ${mutant}`);
  }
  for (const { line, mutants: gone } of listed) {
    for (const mutant of gone.filter((text) => !seen.some((one) => one.line === line && one.mutant === text))) {
      faults.push(`${file}: a listed mutant does not survive, or is no more\n  - ${line}\n  + ${mutant}`);
    }
  }
}
for (const file of new Set([...heart, ...known.map((entry) => entry.file)])) {
  if (!(file in report.files)) faults.push(`${file}: no mutant of this file was tried`);
}
row(
  'functions/',
  Object.values(report.files).flatMap(({ mutants }) => mutants),
  WANTED_PERCENT,
);
process.stdout.write(['', ...faults, `${faults.length} faults`, ''].join('\n'));
process.exitCode = faults.length > 0 ? 1 : 0;
