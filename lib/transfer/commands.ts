import { rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createApiClient } from './api';
import { exportAll, exportFile } from './export';
import { type ImportOutcome, importFile } from './import';

/** Reads the arguments of a command. `names` are the options that this command takes. */
const readArgs = (args: string[], usage: string, names: readonly string[]) => {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (!values.url || positionals.length > 1) throw new Error(`Usage: ${usage}`);
  if (!URL.canParse(values.url))
    throw new Error(`--url is ${values.url}; allowed: an address such as https://api.example`);
  // The token may come from the environment, because all users of the machine can see a command line.
  const api = createApiClient(values.url, values.token ?? process.env.TOKEN);
  return { api, file: positionals[0], since: values.since };
};

const say = (text: string) => process.stderr.write(`${text}\n`);

/** Runs a transfer, and prints its progress every five seconds and at its end. */
const withProgress = async (format: () => string, transfer: () => Promise<void>) => {
  const timer = setInterval(() => say(format()), 5000);
  try {
    await transfer();
  } finally {
    clearInterval(timer);
  }
  say(format());
};

const exportUsage = 'npm run export -- --url https://api.example [--token …] [--since 2026-11-01] [file.ndjson]';

/** Runs `npm run export`: writes to a new file, or to standard output. */
export const runExport = async (args: string[]) => {
  const { api, file, since } = readArgs(args, exportUsage, ['url', 'token', 'since']);
  let count = 0;
  const onPage = (lines: number) => {
    count += lines;
  };
  const write = (lines: string) => new Promise<void>((done) => process.stdout.write(lines, () => done()));
  await withProgress(
    () => `${count} exported`,
    () => (file ? exportFile(api, file, { since, onPage }) : exportAll(api, { since, onPage, write })),
  );
  return 0;
};

const importUsage = 'npm run import -- --url https://api.example [--token …] file.ndjson';

/** Runs `npm run import`. Returns 1 if a line was rejected. Rejected lines are written beside the file. */
export const runImport = async (args: string[]) => {
  const { api, file } = readArgs(args, importUsage, ['url', 'token']);
  if (!file) throw new Error(`Usage: ${importUsage}`);
  const rejectsFile = `${file}.rejects.ndjson`;
  rmSync(rejectsFile, { force: true });
  const counts: Record<ImportOutcome, number> = { created: 0, 'already there': 0, rejected: 0 };
  const format = () => {
    const text = `${counts.created} created, ${counts['already there']} already there`;
    return counts.rejected > 0 ? `${text}, ${counts.rejected} rejected: see ${rejectsFile}` : text;
  };
  await withProgress(format, () =>
    importFile(api, file, ({ number, text }, outcome, reason) => {
      counts[outcome]++;
      if (outcome !== 'rejected') return;
      writeFileSync(rejectsFile, `${JSON.stringify({ line: number, reason, text })}\n`, { flag: 'a' });
    }),
  );
  return counts.rejected > 0 ? 1 : 0;
};
