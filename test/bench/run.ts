import { parseArgs } from 'node:util';
import { measureMillion } from './million';
import type { Part } from './part';
import { routes } from './routes';
import { measureRunner } from './runner';
import { measureSpeed } from './speed';
import { measureUnits } from './units';
import { names } from './variants';

const ofSpeed = [...Object.keys(routes), 'share'];
const others: Record<string, Part> = { runner: measureRunner, units: measureUnits, million: measureMillion };
const all = [...ofSpeed, ...Object.keys(others)];

const usage = `npm run bench -- [options]

  --only <parts>       of ${all.join(', ')}, separated by commas; all unless given
  --variants <names>   of ${names.join(', ')}; all unless given, and always bare
  --rounds <number>    fresh processes of each; 11 unless given
`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    variants: { type: 'string' },
    rounds: { type: 'string', default: '11' },
    help: { type: 'boolean' },
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

const runAll = async () => {
  if (options.help) return void process.stdout.write(usage);
  const parts = among('only', options.only, all);
  const wanted = among('variants', options.variants, names);
  const variants = names.filter((name) => name === 'bare' || wanted.includes(name));
  const rounds = Number(options.rounds);
  const show = (text: string | undefined) => text && process.stdout.write(`\n${text}\n`);
  if (parts.some((part) => ofSpeed.includes(part))) {
    const { speed, share } = await measureSpeed({ parts, variants, rounds, progress });
    show(speed);
    show(share);
  }
  for (const part of parts) show(await others[part]?.({ rounds, progress }));
};

runAll().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
