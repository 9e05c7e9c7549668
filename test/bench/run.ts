import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineCommand, runCommand } from '../../lib/command';
import { median, replacePart, tableOf } from '../support/results';
import { startCannedDynamoDb } from './canned';
import { selfSigned } from './certificate';
import { buildVariants, measureInstance } from './functions';
import { dearBodies, dearQueries, routes } from './routes';

/** The measures, in the order in which an instance reports its figures. */
const measures = ['init', 'first call', 'init + first', 'per request', 'peak memory'];
const format = (value: number, measure: string) =>
  measure === 'peak memory' ? `${value.toFixed(1)} MB` : `${value.toPrecision(3)} ms`;

/** Formats the size of a bundle. The module that primes a function imports a file of the same name, which has the code. */
const sizesOf = (file: string) => {
  const code = readFileSync(file.replace(/\.mjs$/, '.cjs'));
  return `${(code.length / 1000).toFixed(1)} (${(gzipSync(code).length / 1000).toFixed(1)})`;
};

/** Measures the variants. Returns a table of ratios to bare. */
const measureSpeed = async (folder: string, port: number, times: number) => {
  const variants = await buildVariants(folder);
  const rows: string[][] = [];
  for (const { verb, route, event } of routes) {
    const line = event.routeKey;
    const eventFile = join(folder, 'event.json');
    writeFileSync(eventFile, JSON.stringify(event));
    const measured = variants.map((variant) => ({ ...variant, rounds: [] as number[][] }));
    // A round runs one instance of each variant in turn, so that other work on the machine slows all variants equally.
    for (let round = 1; round <= times; round++) {
      process.stderr.write(`${line}: round ${round} of ${times}\n`);
      for (const { fileFor, rounds } of measured)
        rounds.push(await measureInstance(folder, port, [fileFor(route), verb, eventFile]));
    }
    const mediansOf = (wanted: string) => {
      const rounds = measured.find(({ name }) => name === wanted)?.rounds ?? [];
      return measures.map((_, at) => median(rounds.map((figures) => figures[at] ?? Number.NaN)));
    };
    const bare = mediansOf('bare');
    rows.push([`**${line}**`, ...measures.map(() => ''), '']);
    for (const { name, fileFor } of variants) {
      const ratios = mediansOf(name).map((value, at) => (value / (bare[at] ?? Number.NaN)).toFixed(2));
      const units = measures.map((measure, at) => `1 (${format(bare[at] ?? Number.NaN, measure)})`);
      rows.push([name, ...(name === 'bare' ? units : ratios), sizesOf(fileFor(route))]);
    }
    const [, , , usualMs = Number.NaN] = mediansOf('ours');
    for (const [name, parts] of Object.entries<object>(event.body ? dearBodies : dearQueries)) {
      writeFileSync(eventFile, JSON.stringify({ ...event, ...parts }));
      const file = join(folder, 'ours', route, `${route}.mjs`);
      const [, , , ms = Number.NaN] = await measureInstance(folder, port, [file, verb, eventFile, '4']);
      if (!(ms < 25 * usualMs)) throw new Error(`${line} with ${name} takes ${ms} ms; a usual one takes ${usualMs} ms`);
      rows.push([`ours with ${name}`, '', '', '', `${(ms / usualMs).toFixed(1)} x ours`, '', '']);
    }
  }
  return tableOf(['x bare', ...measures, 'kB (gzip)'], rows);
};

const usage = {
  name: 'npm run bench',
  options: {
    rounds: { type: 'string', value: 'number', does: 'run each variant this often; by default 11' },
    write: { type: 'boolean', does: 'write the table into RESULTS.md, too' },
  },
} as const;

/** Measures the variants and prints their table. With `--write` the table replaces the one in RESULTS.md. */
const run = defineCommand(usage, async ({ rounds = '11', write }) => {
  // Other versions load the modules of Node in other times.
  if (!process.version.startsWith('v24.'))
    throw new Error(
      `Node is ${process.version}, and the functions run on Node 24; type: npx --yes --ignore-scripts=false -p node@24 -c 'node -v && npm run bench'`,
    );
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const certificate = selfSigned();
  writeFileSync(join(folder, 'cert.pem'), certificate.cert);
  const database = await startCannedDynamoDb(certificate);
  const table = await measureSpeed(folder, database.port, Number(rounds)).finally(database.close);
  rmSync(folder, { recursive: true });
  const machine = `${process.platform} ${process.arch}, ${availableParallelism()} processors`;
  const day = new Date().toISOString().slice(0, 10);
  const text = `${table}\n\nNode ${process.version}, ${machine}, ${rounds} rounds, ${day}.`;
  process.stdout.write(`\n${text}\n`);
  if (write) replacePart(join(__dirname, 'RESULTS.md'), 'speed', () => text);
});

runCommand(run);
