import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replacePart } from '../support/docs/part';

import setUp = require('../support/jest/global-setup');
import tearDown = require('../support/jest/global-teardown');

import { measureSpeed } from './speed';
import { names } from './variants';

const { values: options } = parseArgs({
  options: { variants: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const variants = options.variants?.split(',') ?? names;
const unknown = variants.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`--variants has ${unknown.join(', ')}. Use ${names.join(', ')}.`);
if (options.write && options.variants) throw new Error('--write needs all variants. Leave out --variants.');

// Other versions load the modules of Node in other times.
if (!process.version.startsWith('v24.'))
  throw new Error(
    `The functions run on Node 24, and this is ${process.version}: npx --yes -p node@24 -c 'npm run bench'`,
  );

/** Measures the variants and prints their table. With `--write` the table replaces the one in RESULTS.md. */
const run = async () => {
  await setUp({ maxWorkers: 0 });
  const text = await measureSpeed([...new Set(['bare', ...variants])]);
  process.stdout.write(`\n${text}\n`);
  const file = join(__dirname, 'RESULTS.md');
  const part = { name: 'speed', command: 'npm run bench -- --write' };
  if (options.write) writeFileSync(file, replacePart(readFileSync(file, 'utf8'), part, text));
  await tearDown();
};

run();
