import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Part } from './part';
import { measureRunner } from './runner/runner';
import { chartOf } from './speed/chart';
import { routes } from './speed/routes';
import { measureSpeed } from './speed/speed';
import { names } from './speed/variants';
import { measureMillion } from './units/million';
import { measureUnits } from './units/units';

const ofSpeed = Object.keys(routes);
const others: Record<string, Part> = {
  runner: measureRunner,
  units: measureUnits,
  million: measureMillion,
};
const all = [...ofSpeed, ...Object.keys(others)];

const usage = `npm run bench -- [options]

  --only <parts>       of ${all.join(', ')}, separated by commas; all unless given
  --variants <names>   of ${names.join(', ')}; all unless given, and always bare
  --rounds <number>    how often everything is measured, in turns; 11 unless given
  --write              writes what was measured into README.md and the charts beside this program
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

const among = (option: string, text: string | undefined, allowed: readonly string[]) => {
  const chosen = text?.split(',') ?? allowed;
  const strange = chosen.filter((name) => !allowed.includes(name));
  if (strange.length > 0) throw new Error(`--${option} has ${strange.join(', ')}; there are ${allowed.join(', ')}`);
  return chosen;
};

const startedMs = performance.now();
let shownMs = 0;
/** What is under way; shown as it changes on a terminal, every ten seconds elsewhere. */
const progress = (text: string) => {
  const nowMs = performance.now();
  const line = `${new Date(nowMs - startedMs).toISOString().slice(14, 19)} ${text}`;
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${line}`.slice(0, process.stderr.columns + 5));
  else if (nowMs - shownMs > 10_000) process.stderr.write(`${line}\n`);
  else return;
  shownMs = nowMs;
};

/** Prints a table; and puts it into the README, between the two comments that name it. */
const show = (name: string, text: string) => {
  process.stdout.write(`${process.stderr.isTTY ? '\r\x1b[2K' : ''}\n${text}\n`);
  if (!options.write) return;
  const readme = readFileSync('README.md', 'utf8');
  const [start, end] = [`<!-- ${name}: npm run bench -- --write -->\n`, `<!-- end of ${name} -->`];
  const [before, rest] = readme.split(start);
  const [, after] = rest?.split(end) ?? [];
  if (after === undefined) throw new Error(`The README has no part between comments that name "${name}"`);
  writeFileSync('README.md', `${before}${start}\n${text}\n\n${end}${after}`);
};

const runAll = async () => {
  if (options.help) return void process.stdout.write(usage);
  const parts = among('only', options.only, all);
  const wanted = among('variants', options.variants, names);
  const variants = names.filter((name) => name === 'bare' || wanted.includes(name));
  const rounds = Number(options.rounds);
  if (!(rounds >= 1)) throw new Error(`--rounds is ${options.rounds}; allowed is a number from 1`);
  const asked = ofSpeed.filter((part) => parts.includes(part));
  if (options.write && asked.length > 0 && asked.length + variants.length < ofSpeed.length + names.length)
    throw new Error(`--write takes all variants, and of ${ofSpeed.join(', ')} all or none`);
  if (asked.length > 0) {
    const { compared, speed } = await measureSpeed({ parts, variants, rounds, progress });
    show('speed', speed);
    for (const [name, of] of options.write ? Object.entries(compared) : [])
      writeFileSync(join(__dirname, `${name}.svg`), chartOf(routes[name]?.line ?? '', of));
  }
  for (const [name, measure] of Object.entries(others))
    if (parts.includes(name)) show(name, await measure({ rounds, progress }));
};

runAll().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
