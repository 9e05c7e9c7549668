import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { rowsIn, tableOf } from '../support/docs/markdown';
import { readPart, replacePart } from '../support/docs/part';
import type { Finding } from './check';

const FILE = join(__dirname, 'RESULTS.md');
const part = { name: 'findings', command: 'npm run torture -- --write' };
const HEAD = ['promise', 'measured', 'holds', 'date'];

const rowOf = ({ promise, measured, failures }: Finding, date: string) => [
  promise,
  measured,
  failures.length === 0 ? 'yes' : 'no',
  date,
];

/** Returns the promise of a finding about a check whose process ended early. */
export const crashPromise = (name: string) => `the check ${name} finishes`;

/** Replaces the rows of the same promises, and appends the rows of new promises. */
const merge = (old: readonly (readonly string[])[], fresh: readonly (readonly string[])[]) => {
  const rows = new Map([...old, ...fresh].map((row) => [row[0], row]));
  return [...rows.values()];
};

type Checked = { readonly names: readonly string[]; readonly isPartial: boolean };

/**
 * Writes the table of findings. The rows of an earlier run stay when only some of the checks ran. A check that ran
 * again loses the row about its crash.
 */
export const writeResults = (findings: readonly Finding[], { names, isPartial }: Checked) => {
  const document = readFileSync(FILE, 'utf8');
  const date = new Date().toISOString().slice(0, 10);
  const fresh = findings.map((finding) => rowOf(finding, date));
  const crashes = names.map(crashPromise);
  const old = isPartial ? rowsIn(readPart(document, part)).slice(2) : [];
  const kept = old.filter(([promise = '']) => !crashes.includes(promise));
  const machine = `${process.platform} ${process.arch}, ${availableParallelism()} processors`;
  const about = `The latest run: Node ${process.version}, ${machine}, ${date}.`;
  writeFileSync(FILE, replacePart(document, part, `${tableOf(HEAD, merge(kept, fresh))}\n\n${about}`));
};
