import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { replacePart, tableOf } from '../support/results';
import type { Finding } from './check';
import { checks } from './checks';

/** Writes the rows of the checks that ran into the table of findings. The other rows stay. */
export const writeResults = (findings: ReadonlyMap<string, Finding>) =>
  replacePart(join(__dirname, 'RESULTS.md'), 'findings', (old) => {
    const date = new Date().toISOString().slice(0, 10);
    const rows = Object.keys(checks).flatMap((name) => {
      const { measured = '', failures } = findings.get(name) ?? {};
      const known = old.split('\n').find((line) => line.startsWith(`| ${name} |`));
      if (failures) return [[name, measured, failures.length === 0 ? 'yes' : 'no', date]];
      return known ? [known.slice(2, -2).split(' | ')] : [];
    });
    const machine = `${process.platform} ${process.arch}, ${availableParallelism()} processors`;
    const about = `The latest run: Node ${process.version}, ${machine}, ${date}.`;
    return `${tableOf(['check', 'measured', 'holds', 'date'], rows)}\n\n${about}`;
  });
