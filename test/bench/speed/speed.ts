import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../part';
import { type Compared, compare, measureNames } from './compare';
import { startInstances } from './instances';
import { findNode24 } from './node-24';
import { routes } from './routes';
import { buildVariants } from './variants';

type Options = {
  readonly parts: readonly string[];
  readonly variants: readonly string[];
  readonly rounds: number;
  readonly progress: (text: string) => void;
};

const units = { init: 'ms', 'first call': 'ms', 'init + first': 'ms', 'per request': 'ms', 'peak memory': 'MB' };

/** The lines of one route; what is measured of bare stands beside its ratio of 1. */
const linesOf = (line: string, compared: readonly Compared[]) => {
  const bareBytes = compared.find(({ name }) => name === 'bare')?.bytes ?? 0;
  const lines = compared.map(({ name, bytes, gzipBytes, of, ours }) => [
    name,
    ...measureNames.map((measure) => {
      const { value, ratio } = of[measure];
      return name === 'bare' ? `1 (${value.toPrecision(3)} ${units[measure]})` : ratio.toFixed(2);
    }),
    (bytes / bareBytes).toFixed(2),
    `${(bytes / 1000).toFixed(1)} (${(gzipBytes / 1000).toFixed(1)})`,
    Number.isNaN(ours) || name === 'empty' ? '' : ours.toFixed(2),
  ]);
  return [[`**${line}**`, ...Array(measureNames.length + 3).fill('')], ...lines];
};

const about = (rounds: number) => {
  const version = String(spawnSync(findNode24(), ['--version'], { encoding: 'utf8' }).stdout).trim();
  const machine = `${process.platform} ${process.arch}, ${availableParallelism()} processors`;
  return `Node ${version}, ${machine}, ${rounds} rounds, ${new Date().toISOString().slice(0, 10)}.`;
};

/** What functions take, in fresh processes on Node 24 beside a canned DynamoDB: a table of ratios. */
export const measureSpeed = async ({ parts, variants, rounds, progress }: Options) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    progress('bundles');
    const variantsOf = await buildVariants(folder, variants);
    const { run, stop } = await startInstances(folder);
    try {
      const compared: Record<string, Compared[]> = {};
      for (const [name, { line, event }] of Object.entries(routes)) {
        if (!parts.includes(name)) continue;
        const ofRoute = { variants: variantsOf(name), event, rounds, folder, run };
        compared[name] = await compare({ ...ofRoute, progress: (text) => progress(`${line}: ${text}`) });
      }
      const lines = Object.entries(compared).flatMap(([name, all]) => linesOf(routes[name]?.line ?? '', all));
      const head = ['x bare', ...measureNames, 'bytes', 'kB (gzip)', 'init + first: ours to it'];
      return { compared, speed: `${table(head, lines)}\n\n${about(rounds)}` };
    } finally {
      await stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
