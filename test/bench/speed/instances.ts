import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Taken } from './instance';
import { findNode24 } from './node-24';
import { buildPrograms, functionEnvironment, reportOf, startCanned } from './processes';

const WARM_UP = 300;
const BATCHES = 7;
const BATCH_SIZE = 100;

/** A canned DynamoDB, and function instances that ask it; what they run is bundled into this folder. */
export const startInstances = async (folder: string) => {
  const node = findNode24();
  await buildPrograms(
    folder,
    ['instance', 'canned'].map((name) => join(__dirname, `${name}.ts`)),
  );
  const { port, stop } = await startCanned(node, folder, 'canned');
  const env = functionEnvironment(folder, port);

  /** Measures a fresh instance that loads `file` and serves the event in the file `event`. */
  const run = async (file: string, event: string): Promise<Taken> => {
    const sizes = [WARM_UP, BATCHES, BATCH_SIZE].map(String);
    const child = spawn(node, [join(folder, 'instance.mjs'), file, event, ...sizes], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    // Where a function logs to is read, as Lambda does.
    child.stdout?.resume();
    const errors = child.stderr ? text(child.stderr) : '';
    const [report, complaint] = await Promise.all([text(reportOf(child)), errors, once(child, 'exit')]);
    if (!report) throw new Error(`${file} did not come to an end: ${complaint}`);
    return JSON.parse(report);
  };

  return { run, stop };
};
