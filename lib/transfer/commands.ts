import { closeSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startApi } from './api';
import { exportAll } from './export';
import { importFile, type Outcome } from './import';
import { linesOf } from './line';
import { startProgress } from './progress';
import { openExport } from './resume';

const readArgs = (args: string[], usage: string) => {
  const options = { url: { type: 'string' }, token: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (!values.url || positionals.length > 1) throw new Error(`Usage: ${usage}`);
  if (!URL.canParse(values.url))
    throw new Error(`--url is ${values.url}; allowed is an address such as https://api.example`);
  // A command line is seen by all who share the machine.
  return { api: startApi(values.url, values.token ?? process.env.TOKEN), file: positionals[0] };
};

/** `npm run export`: to a file, which goes on where an earlier one was cut off, or to standard output. */
export const runExport = async (args: string[]) => {
  const { api, file } = readArgs(args, 'npm run export -- --url https://api.example [--token …] [file.ndjson]');
  const { fd, last, lines } = file ? openExport(file) : { last: {}, lines: 0 };
  const progress = startProgress(process.stderr);
  let written = 0;
  try {
    await exportAll(api, {
      last,
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
  process.stderr.write(`${written} exported${lines > 0 ? `, ${lines} were there` : ''}\n`);
  return 0;
};

const readJson = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** `npm run import`: goes on where an earlier one was cut off; exits with 1 if anything was rejected. */
export const runImport = async (args: string[]) => {
  const { api, file } = readArgs(args, 'npm run import -- --url https://api.example [--token …] file.ndjson');
  if (!file) throw new Error('Usage: npm run import -- --url https://api.example [--token …] file.ndjson');
  const [doneFile, rejectsFile] = [`${file}.done`, `${file}.rejects.ndjson`];
  const done: Record<string, number> = readJson(doneFile);
  const rejected = new Set<number>();
  if (Object.keys(done).length === 0) rmSync(rejectsFile, { force: true });
  else if (existsSync(rejectsFile)) {
    for (const text of readFileSync(rejectsFile, 'utf8').split('\n').filter(Boolean))
      rejected.add(JSON.parse(text).line);
  }
  let total = 0;
  for await (const _ of linesOf(file)) total++;
  const progress = startProgress(process.stderr, total);
  const counts: Record<Outcome, number> = { created: 0, 'already there': 0, rejected: rejected.size };
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
        // At once or not at all: half of it could not be read again.
        writeFileSync(`${doneFile}.new`, JSON.stringify(done));
        renameSync(`${doneFile}.new`, doneFile);
      },
    });
    rmSync(doneFile, { force: true });
  } finally {
    progress.stop();
  }
  const { created, 'already there': present } = counts;
  const where = counts.rejected > 0 ? `, ${counts.rejected} rejected: see ${rejectsFile}` : '';
  process.stderr.write(`${total} lines: ${created} created, ${present} already there${where}\n`);
  return counts.rejected > 0 ? 1 : 0;
};
