import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { JournalEntry } from '../jest/shared-services';

type Received = { readonly headers: Readonly<Record<string, unknown>> };

/** Reads what a shared service writes into its journal: its calls to the table and its log lines. */
export const journalIn = (file: string) => {
  const entries = (): JournalEntry[] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  /** Returns the calls to the table since the start of the test file. */
  const calls = () => entries().flatMap((entry) => ('call' in entry ? [entry.call] : []));
  /** Returns the log line of a response, which arrives a moment after the response. */
  const lineOf = async ({ headers }: Received): Promise<Record<string, unknown>> => {
    const id = `"requestId":"${headers['apigw-requestid']}"`;
    for (;;) {
      for (const entry of entries()) if ('log' in entry && entry.log.includes(id)) return JSON.parse(entry.log);
      await setImmediate();
    }
  };
  return { calls, lineOf };
};
