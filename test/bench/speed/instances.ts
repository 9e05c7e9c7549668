import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { InstanceFigures } from './instance';
import { findNode24 } from './node-24';
import { buildPrograms, functionEnvironment, reportOf, startCannedDynamoDb } from './processes';

const WARM_UP = 300;
const BATCHES = 7;
const BATCH_SIZE = 100;

/** Builds the programs into a folder, and starts a stand-in for DynamoDB that function instances call. */
export const startInstances = async (folder: string) => {
  const node = findNode24();
  await buildPrograms(
    folder,
    ['instance', 'canned'].map((name) => join(__dirname, `${name}.ts`)),
  );
  const { port, stop } = await startCannedDynamoDb(node, folder, 'canned');
  const env = functionEnvironment(folder, port);

  /** Measures a new instance that loads `file` and serves the event in the file `event`. */
  const run = async (file: string, event: string): Promise<InstanceFigures> => {
    const sizes = [WARM_UP, BATCHES, BATCH_SIZE].map(String);
    const child = spawn(node, [join(folder, 'instance.mjs'), file, event, ...sizes], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    // Reads and drops the log, because Lambda reads it. Without this, a full pipe would block the function.
    child.stdout?.resume();
    const stderr = child.stderr ? text(child.stderr) : '';
    const [report, errors] = await Promise.all([text(reportOf(child)), stderr, once(child, 'exit')]);
    if (!report) throw new Error(`The instance of ${file} ended without a report: ${errors}`);
    return JSON.parse(report);
  };

  return { run, stop };
};
