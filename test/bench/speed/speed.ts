import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableOf } from '../../../lib/docs/markdown';
import { type Compared, compare, measureNames } from './compare';
import { startInstances } from './instances';
import { findNode24 } from './node-24';
import { routes } from './routes';
import { buildVariants } from './variants';

type SpeedOptions = {
  readonly parts: readonly string[];
  readonly variants: readonly string[];
  readonly rounds: number;
  readonly progress: (text: string) => void;
};

const units = { init: 'ms', 'first call': 'ms', 'init + first': 'ms', 'per request': 'ms', 'peak memory': 'MB' };

/** Makes the table rows of one route. The row of bare shows the measured values beside its ratio of 1. */
const rowsOf = (line: string, compared: readonly Compared[]) => {
  const bareBytes = compared.find(({ name }) => name === 'bare')?.bytes ?? 0;
  const rows = compared.map(({ name, bytes, gzipBytes, figures, oursRatio }) => [
    name,
    ...measureNames.map((measure) => {
      const { value, ratio } = figures[measure];
      return name === 'bare' ? `1 (${value.toPrecision(3)} ${units[measure]})` : ratio.toFixed(2);
    }),
    (bytes / bareBytes).toFixed(2),
    `${(bytes / 1000).toFixed(1)} (${(gzipBytes / 1000).toFixed(1)})`,
    Number.isNaN(oursRatio) || name === 'empty' ? '' : oursRatio.toFixed(2),
  ]);
  return [[`**${line}**`, ...Array(measureNames.length + 3).fill('')], ...rows];
};

const describeRun = (rounds: number) => {
  const version = String(spawnSync(findNode24(), ['--version'], { encoding: 'utf8' }).stdout).trim();
  const machine = `${process.platform} ${process.arch}, ${availableParallelism()} processors`;
  return `Node ${version}, ${machine}, ${rounds} rounds, ${new Date().toISOString().slice(0, 10)}.`;
};

/** Measures functions in new processes on Node 24 against a stand-in for DynamoDB. Returns a table of ratios. */
export const measureSpeed = async ({ parts, variants, rounds, progress }: SpeedOptions) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    progress('bundling');
    const variantsOf = await buildVariants(folder, variants);
    const { run, stop } = await startInstances(folder);
    try {
      const compared: Record<string, Compared[]> = {};
      for (const [name, { line, event }] of Object.entries(routes)) {
        if (!parts.includes(name)) continue;
        const options = { variants: variantsOf(name), event, rounds, folder, run };
        compared[name] = await compare({ ...options, progress: (text) => progress(`${line}: ${text}`) });
      }
      const rows = Object.entries(compared).flatMap(([name, all]) => rowsOf(routes[name]?.line ?? '', all));
      const head = ['x bare', ...measureNames, 'bytes', 'kB (gzip)', 'init + first: ours to it'];
      return { compared, speed: `${tableOf(head, rows)}\n\n${describeRun(rounds)}` };
    } finally {
      await stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
