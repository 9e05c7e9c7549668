import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { tableOf } from '../support/docs/markdown';
import { median } from '../support/docs/median';
import { temporaryFolder } from '../support/folder';
import type { InstanceFigures } from './instance';
import { buildPrograms, functionEnvironment, reportOf, startCannedDynamoDb } from './processes';
import { routes } from './routes';
import { buildVariants } from './variants';

const ROUNDS = 11;

const measures: Record<string, (figures: InstanceFigures) => number> = {
  init: ({ initMs }) => initMs,
  'first call': ({ firstMs }) => firstMs,
  'init + first': ({ initMs, firstMs }) => initMs + firstMs,
  'per request': ({ requestMs }) => requestMs,
  'peak memory': ({ peakKb }) => peakKb,
};

const mediansOf = (rounds: readonly InstanceFigures[]) =>
  Object.values(measures).map((measure) => median(rounds.map(measure)));

const formatUnit = (value: number, at: number) =>
  Object.keys(measures)[at] === 'peak memory' ? `${(value / 1024).toFixed(1)} MB` : `${value.toPrecision(3)} ms`;

/** Formats the size of a bundle. The module that primes ours imports a file of the same name, which has the code. */
const sizesOf = (file: string) => {
  const primed = file.replace(/\.mjs$/, '.cjs');
  const code = readFileSync(existsSync(primed) ? primed : file);
  return `${(code.length / 1000).toFixed(1)} (${(gzipSync(code).length / 1000).toFixed(1)})`;
};

/** Measures a new instance of a function. */
const runInstance = async (parameters: readonly string[], env: NodeJS.ProcessEnv): Promise<InstanceFigures> => {
  const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  // Reads and drops the log, because Lambda reads it. Without this, a full pipe would block the function.
  child.stdout?.resume();
  const stderr = child.stderr ? text(child.stderr) : '';
  const [report, errors] = await Promise.all([text(reportOf(child)), stderr, once(child, 'exit')]);
  if (!report) throw new Error(`The instance ${parameters.join(' ')} ended without a report: ${errors}`);
  return JSON.parse(report);
};

/** Measures functions in new processes against a stand-in for DynamoDB. Returns a table of ratios to bare. */
export const measureSpeed = async (wanted: readonly string[]) => {
  const folder = temporaryFolder();
  const variants = await buildVariants(wanted);
  await buildPrograms(
    folder,
    ['instance', 'canned'].map((name) => join(__dirname, `${name}.ts`)),
  );
  const { port, stop } = await startCannedDynamoDb(folder);
  const rows: string[][] = [];
  for (const { name: route, line, event } of routes) {
    const eventFile = join(folder, 'event.json');
    writeFileSync(eventFile, JSON.stringify(event));
    const measured = variants.map((variant) => ({ ...variant, rounds: [] as InstanceFigures[] }));
    // A round runs one instance of each variant in turn, so that other work on the machine slows all variants equally.
    for (let round = 1; round <= ROUNDS; round++) {
      process.stderr.write(`${line}: round ${round} of ${ROUNDS}\n`);
      for (const { fileFor, rounds } of measured) {
        const parameters = [join(folder, 'instance.mjs'), fileFor(route), route, eventFile];
        rounds.push(await runInstance(parameters, functionEnvironment(folder, port)));
      }
    }
    const bare = mediansOf(measured.find(({ name }) => name === 'bare')?.rounds ?? []);
    rows.push([`**${line}**`, ...Array(Object.keys(measures).length + 1).fill('')]);
    for (const { name, rounds, fileFor } of measured) {
      const ratios = mediansOf(rounds).map((value, at) =>
        name === 'bare' ? `1 (${formatUnit(value, at)})` : (value / (bare[at] ?? Number.NaN)).toFixed(2),
      );
      rows.push([name, ...ratios, sizesOf(fileFor(route))]);
    }
  }
  await stop();
  const machine = `${process.platform} ${process.arch}, ${availableParallelism()} processors`;
  const run = `Node ${process.version}, ${machine}, ${ROUNDS} rounds, ${new Date().toISOString().slice(0, 10)}.`;
  return `${tableOf(['x bare', ...Object.keys(measures), 'kB (gzip)'], rows)}\n\n${run}`;
};
