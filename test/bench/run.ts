import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replacePart } from '../../lib/docs/part';
import { showStatus } from '../../lib/transfer/progress';
import type { BenchPart } from './part';
import { measureRunner } from './runner/runner';
import { chartOf } from './speed/chart';
import { routes } from './speed/routes';
import { measureSpeed } from './speed/speed';
import { names } from './speed/variants';
import { measureMillion } from './units/million';
import { measureUnits } from './units/units';

const speedParts = Object.keys(routes);
const others: Record<string, BenchPart> = {
  runner: measureRunner,
  units: measureUnits,
  million: measureMillion,
};
const all = [...speedParts, ...Object.keys(others)];

const usage = `npm run bench -- [options]

  --only <parts>       measures some of ${all.join(', ')}, separated by commas (default: all)
  --variants <names>   measures some of ${names.join(', ')} (default: all); bare is always measured
  --rounds <number>    repeats each measurement (default: 11)
  --write              writes the results into test/bench/RESULTS.md and the charts beside it
`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    variants: { type: 'string' },
    rounds: { type: 'string', default: '11' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Parses a list of names, separated by commas. Without a list, all allowed names are chosen. */
const parseNames = (option: string, text: string | undefined, allowed: readonly string[]) => {
  const chosen = text?.split(',') ?? allowed;
  const unknown = chosen.filter((name) => !allowed.includes(name));
  if (unknown.length > 0) throw new Error(`--${option} has ${unknown.join(', ')}. Use ${allowed.join(', ')}.`);
  return chosen;
};

const startedMs = performance.now();
let shownMs = 0;
/** Prints the progress: each change on a terminal, and every ten seconds elsewhere. */
const progress = (text: string) => {
  const nowMs = performance.now();
  if (!process.stderr.isTTY && nowMs - shownMs <= 10_000) return;
  shownMs = nowMs;
  showStatus(process.stderr, `${new Date(nowMs - startedMs).toISOString().slice(14, 19)} ${text}`);
};

/** Prints a table. With `--write` the table replaces the part of that name in RESULTS.md. */
const show = (name: string, text: string) => {
  process.stdout.write(`${process.stderr.isTTY ? '\r\x1b[2K' : ''}\n${text}\n`);
  if (!options.write) return;
  const file = join(__dirname, 'RESULTS.md');
  const part = { name, command: 'npm run bench -- --write' };
  writeFileSync(file, replacePart(readFileSync(file, 'utf8'), part, text));
};

const runAll = async () => {
  if (options.help) return void process.stdout.write(usage);
  const parts = parseNames('only', options.only, all);
  const wanted = parseNames('variants', options.variants, names);
  const variants = names.filter((name) => name === 'bare' || wanted.includes(name));
  const rounds = Number(options.rounds);
  if (!(rounds >= 1)) throw new Error(`--rounds is ${options.rounds}. Use a number from 1.`);
  const chosenSpeedParts = speedParts.filter((part) => parts.includes(part));
  const isComplete = chosenSpeedParts.length === speedParts.length && variants.length === names.length;
  if (options.write && chosenSpeedParts.length > 0 && !isComplete)
    throw new Error(`--write needs all variants, and all or none of ${speedParts.join(', ')}. Leave out --variants.`);
  if (chosenSpeedParts.length > 0) {
    const { compared, speed } = await measureSpeed({ parts, variants, rounds, progress });
    show('speed', speed);
    for (const [name, variantsOfRoute] of options.write ? Object.entries(compared) : [])
      writeFileSync(join(__dirname, `${name}.svg`), chartOf(routes[name]?.line ?? '', variantsOfRoute));
  }
  for (const [name, measure] of Object.entries(others))
    if (parts.includes(name)) show(name, await measure({ rounds, progress }));
};

runAll().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
