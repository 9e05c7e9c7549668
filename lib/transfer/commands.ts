import { rmSync, writeFileSync } from 'node:fs';
import { defineCommand } from '../command';
import { type ApiAccess, createApiClient } from './api';
import type { ImportOutcome } from './complete';
import { exportAll, exportFile } from './export';
import { importFile } from './import';
import { checkMembers, exported, MALFORMED } from './line';

/** Options that name an API, and the token for it. */
export const apiOptions = {
  url: { type: 'string', value: 'url', does: 'URL of the API, such as https://api.example' },
  token: { type: 'string', value: 'text', does: 'bearer token; better in TOKEN, because all users see a command line' },
} as const;
export const tableRegion = { type: 'string', value: 'name', does: 'region of the table' } as const;
const since = { type: 'string', value: 'time', does: 'export what was created since, such as 2026-11-01' } as const;

/** Reads the options that name an API. An empty TOKEN is no token. */
export const readApi = ({ url, token = process.env.TOKEN }: Partial<ApiAccess>): ApiAccess => {
  if (url && URL.canParse(url)) return { url, token: token || undefined };
  throw new Error(`--url is ${url ?? 'missing'}; allowed: a URL such as https://api.example`);
};

/** Runs a transfer, and prints its progress every five seconds and at its end. */
const withProgress = async (format: () => string, transfer: () => Promise<void>) => {
  const say = () => process.stderr.write(`${format()}\n`);
  const timer = setInterval(say, 5000);
  await transfer().finally(() => clearInterval(timer));
  say();
};

const exportCommand = { name: 'npm run export', options: { ...apiOptions, since }, file: '[file.ndjson]' };

/** `npm run export`: writes to a new file, or to standard output. */
export const runExport = defineCommand(exportCommand, async ({ since, ...values }, file) => {
  const { url, token } = readApi(values);
  const api = createApiClient({ url, token });
  checkMembers(exported);
  let [count, malformed] = [0, 0];
  const transfer = async () => {
    for await (const lines of file ? exportFile(api, file, { url, since }) : exportAll(api, since)) {
      if (!file) await new Promise<void>((done) => process.stdout.write(lines.join(''), () => done()));
      const left = lines.filter((line) => line.startsWith(`{"${MALFORMED}`));
      for (const line of left) process.stderr.write(`Left out: ${line}`);
      [count, malformed] = [count + lines.length - left.length, malformed + left.length];
    }
  };
  await withProgress(() => `${count} exported${malformed > 0 ? `, ${malformed} left out` : ''}`, transfer);
  return malformed > 0 ? 1 : 0;
});

const table = { type: 'string', value: 'name', does: 'set in this table what the API does not set' } as const;
const importCommand = {
  name: 'npm run import',
  options: { ...apiOptions, table, region: tableRegion },
  file: 'file.ndjson',
};

/** `npm run import`: returns 1 if a line was rejected. Rejected lines are written beside the file. */
export const runImport = defineCommand(importCommand, async ({ table, region, ...values }, file) => {
  const api = createApiClient(readApi(values));
  if (!file) throw new Error('The file is missing; name the file to import');
  // The kit takes its table and its region from the environment.
  if (table) Object.assign(process.env, { TABLE_NAME: table, ...(region && { AWS_REGION: region }) });
  const rejectsFile = `${file}.rejects.ndjson`;
  rmSync(rejectsFile, { force: true });
  const counts: Record<ImportOutcome, number> = { created: 0, 'already there': 0, rejected: 0 };
  let waiting = 0;
  const format = () => {
    const begun = waiting > 0 ? `, ${waiting} to complete` : '';
    const text = `${counts.created} created, ${counts['already there']} already there${begun}`;
    return counts.rejected > 0 ? `${text}, ${counts.rejected} rejected: see ${rejectsFile}` : text;
  };
  await withProgress(format, () =>
    importFile(api, file, {
      table,
      onWait: (count) => {
        waiting = count;
      },
      onLine: ({ number, text }, outcome, reason) => {
        counts[outcome]++;
        if (outcome !== 'rejected') return;
        writeFileSync(rejectsFile, `${JSON.stringify({ line: number, reason, text })}\n`, { flag: 'a' });
      },
    }),
  );
  return counts.rejected > 0 ? 1 : 0;
});
