import { closeSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createApiClient } from './api';
import { exportAll } from './export';
import { type ImportOutcome, importFile } from './import';
import { readLines } from './line';
import { startProgress } from './progress';
import { openExport } from './resume';

/** Reads the arguments of a command. `names` are the options that this command takes. */
const readArgs = (args: string[], usage: string, names: readonly string[]) => {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (!values.url || positionals.length > 1) throw new Error(`Usage: ${usage}`);
  if (!URL.canParse(values.url))
    throw new Error(`--url is ${values.url}; allowed is an address such as https://api.example`);
  // The token may come from the environment, because all users of the machine can see a command line.
  const api = createApiClient(values.url, values.token ?? process.env.TOKEN);
  return { api, file: positionals[0], since: values.since };
};

const exportUsage = 'npm run export -- --url https://api.example [--token …] [--since 2026-11-01] [file.ndjson]';

/** Runs `npm run export`: writes to a file, where it continues an earlier export, or to standard output. */
export const runExport = async (args: string[]) => {
  const { api, file, since } = readArgs(args, exportUsage, ['url', 'token', 'since']);
  const { fd, last, lines } = file ? openExport(file) : { last: {}, lines: 0 };
  const progress = startProgress(process.stderr);
  let written = 0;
  try {
    await exportAll(api, {
      last,
      since,
      write: async (line) => {
        if (fd !== undefined) writeFileSync(fd, line);
        else await new Promise<void>((resolve) => process.stdout.write(line, () => resolve()));
        written++;
        progress.step();
      },
    });
  } finally {
    progress.stop();
    if (fd !== undefined) closeSync(fd);
  }
  process.stderr.write(`${written} exported${lines > 0 ? `, ${lines} already in the file` : ''}\n`);
  return 0;
};

const readJson = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

const importUsage = 'npm run import -- --url https://api.example [--token …] file.ndjson';

/** Runs `npm run import`: continues an earlier import of the file. Returns 1 if a line was rejected. */
export const runImport = async (args: string[]) => {
  const { api, file } = readArgs(args, importUsage, ['url', 'token']);
  if (!file) throw new Error(`Usage: ${importUsage}`);
  const [doneFile, rejectsFile] = [`${file}.done`, `${file}.rejects.ndjson`];
  const done: Record<string, number> = readJson(doneFile);
  const rejected = new Set<number>();
  if (Object.keys(done).length === 0) rmSync(rejectsFile, { force: true });
  else if (existsSync(rejectsFile)) {
    for (const text of readFileSync(rejectsFile, 'utf8').split('\n').filter(Boolean))
      rejected.add(JSON.parse(text).line);
  }
  let total = 0;
  for await (const _ of readLines(file)) total++;
  const progress = startProgress(process.stderr, total);
  const counts: Record<ImportOutcome, number> = { created: 0, 'already there': 0, rejected: rejected.size };
  try {
    await importFile(api, file, {
      done,
      onSkipped: progress.skip,
      onLine: ({ number, text }, outcome, reason) => {
        progress.step();
        if (outcome === 'rejected' && rejected.has(number)) return;
        counts[outcome]++;
        if (outcome !== 'rejected') return;
        writeFileSync(rejectsFile, `${JSON.stringify({ line: number, reason, text })}\n`, { flag: 'a' });
      },
      onProgress: (kind, number) => {
        done[kind] = number;
        // Renaming replaces the file in one step. Without this, a kill could leave half of the JSON.
        writeFileSync(`${doneFile}.new`, JSON.stringify(done));
        renameSync(`${doneFile}.new`, doneFile);
      },
    });
    rmSync(doneFile, { force: true });
  } finally {
    progress.stop();
  }
  const { created, 'already there': present } = counts;
  const rejections = counts.rejected > 0 ? `, ${counts.rejected} rejected: see ${rejectsFile}` : '';
  process.stderr.write(`${total} lines: ${created} created, ${present} already there${rejections}\n`);
  return counts.rejected > 0 ? 1 : 0;
};
