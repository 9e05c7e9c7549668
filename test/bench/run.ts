import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replacePart } from '../support/docs/part';

import setUp = require('../support/jest/global-setup');
import tearDown = require('../support/jest/global-teardown');

import { measureRunner } from './runner/runner';
import { measureSpeed } from './speed/speed';
import { names } from './speed/variants';
import { measureMillion } from './units/million';
import { measureUnits } from './units/units';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    variants: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

/** Parses a list of names, separated by commas. Without a list, all allowed names are chosen. */
const parseNames = (option: 'only' | 'variants', allowed: readonly string[]) => {
  const chosen = options[option]?.split(',') ?? allowed;
  const unknown = chosen.filter((name) => !allowed.includes(name));
  if (unknown.length > 0) throw new Error(`--${option} has ${unknown.join(', ')}. Use ${allowed.join(', ')}.`);
  return chosen;
};

if (options.write && options.variants) throw new Error('--write needs all variants. Leave out --variants.');
const variants = ['bare', ...parseNames('variants', names)];

const parts: Record<string, () => Promise<string>> = {
  speed: () => measureSpeed(variants),
  runner: measureRunner,
  units: measureUnits,
  million: measureMillion,
};

/** Measures the chosen parts and prints their tables. With `--write` the tables replace those in RESULTS.md. */
const runAll = async () => {
  const chosen = parseNames('only', Object.keys(parts));
  await setUp({ maxWorkers: 0 });
  for (const [name, measure] of Object.entries(parts)) {
    if (!chosen.includes(name)) continue;
    const text = await measure();
    process.stdout.write(`\n${text}\n`);
    if (!options.write) continue;
    const file = join(__dirname, 'RESULTS.md');
    const part = { name, command: 'npm run bench -- --write' };
    writeFileSync(file, replacePart(readFileSync(file, 'utf8'), part, text));
  }
  await tearDown();
};

runAll();
