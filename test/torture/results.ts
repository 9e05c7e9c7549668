import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { rowsIn, tableOf } from '../support/docs/markdown';
import { readPart, replacePart } from '../support/docs/part';
import type { Finding } from './check';
import { checks } from './checks';

const FILE = join(__dirname, 'RESULTS.md');
const part = { name: 'findings', command: 'npm run torture -- --write' };
const HEAD = ['check', 'measured', 'holds', 'date'];

/** Writes the rows of the checks that ran into the table of findings. The other rows stay. */
export const writeResults = (findings: ReadonlyMap<string, Finding>) => {
  const document = readFileSync(FILE, 'utf8');
  const date = new Date().toISOString().slice(0, 10);
  const rows = new Map(rowsIn(readPart(document, part)).map((row) => [row[0], row]));
  for (const [name, { measured, failures }] of findings)
    rows.set(name, [name, measured, failures.length === 0 ? 'yes' : 'no', date]);
  const known = Object.keys(checks).map((name) => rows.get(name));
  const table = tableOf(
    HEAD,
    known.filter((row) => row !== undefined),
  );
  const machine = `${process.platform} ${process.arch}, ${availableParallelism()} processors`;
  const about = `The latest run: Node ${process.version}, ${machine}, ${date}.`;
  writeFileSync(FILE, replacePart(document, part, `${table}\n\n${about}`));
};
