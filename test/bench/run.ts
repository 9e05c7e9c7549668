import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Compared, compare, measureNames } from './compare';
import { startInstances } from './instances';
import { routes } from './routes';
import { buildVariants, names } from './variants';

const usage = `npm run bench -- [options]

  --only <parts>       of ${Object.keys(routes).join(', ')}, separated by commas; all unless given
  --variants <names>   of ${names.map((name) => `"${name}"`).join(', ')}; all unless given, and always bare
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

const among = (option: string, text: string | undefined, all: readonly string[]) => {
  const chosen = text?.split(',') ?? all;
  const strange = chosen.filter((name) => !all.includes(name));
  if (strange.length > 0) throw new Error(`--${option} has ${strange.join(', ')}; there are ${all.join(', ')}`);
  return chosen;
};

const startedMs = performance.now();
const progress = (text: string) => {
  const clock = new Date(performance.now() - startedMs).toISOString().slice(14, 19);
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${clock} ${text}`.slice(0, process.stderr.columns + 5));
};

const ratio = (value: number) => value.toFixed(2);

/** A table in Markdown; what is measured of bare stands beside its ratio of 1. */
const tableOf = (line: string, compared: readonly Compared[]) => {
  const bareBytes = compared.find(({ name }) => name === 'bare')?.bytes ?? 0;
  const units = { init: 'ms', 'first call': 'ms', 'init + first': 'ms', 'per request': 'ms', 'peak memory': 'MB' };
  const rows = compared.map(({ name, bytes, gzipBytes, of }) => [
    name,
    ...measureNames.map((measure) => {
      const { value, ratio: toBare } = of[measure];
      return name === 'bare' ? `1 (${value.toPrecision(3)} ${units[measure]})` : ratio(toBare);
    }),
    ratio(bytes / bareBytes),
    `${(bytes / 1000).toFixed(1)} (${(gzipBytes / 1000).toFixed(1)})`,
  ]);
  const head = [line, ...measureNames, 'bytes', 'kB (gzip)'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

const runAll = async () => {
  if (options.help) return void process.stdout.write(usage);
  const parts = among('only', options.only, Object.keys(routes));
  const wanted = [...new Set(['bare', ...among('variants', options.variants, names)])];
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const variantsOf = await buildVariants(folder, wanted);
    const instances = await startInstances(folder);
    try {
      for (const [name, { line, event }] of Object.entries(routes)) {
        if (!parts.includes(name)) continue;
        const compared = await compare({
          variants: variantsOf(name),
          event,
          rounds: Number(options.rounds),
          folder,
          run: instances.run,
          progress: (text) => progress(`${line}: ${text}`),
        });
        process.stdout.write(`\n${tableOf(line, compared)}\n`);
      }
    } finally {
      await instances.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

runAll().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
