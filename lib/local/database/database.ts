import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findPort } from '../listen';
import { holdFolder } from './lock';

type Engine = { readonly endpoint: string; readonly stop: () => Promise<string> };
type OnLost = (reason: string) => void;

/** Returns the command that runs the embedded DynamoDB, dynoxide, from the npm package for this platform. */
const engineCommand = (port: number, file?: string): string[] => {
  const platform = `${process.platform}-${process.arch}`;
  const storage = file === undefined ? [] : ['--db-path', file];
  try {
    const program = require.resolve(`@dynoxide/${platform}/dynoxide`);
    return [program, '--host', '127.0.0.1', '--port', String(port), ...storage];
  } catch {
    throw new Error(
      `No package has an embedded DynamoDB for ${platform}; start one yourself, and set DYNAMODB_ENDPOINT`,
    );
  }
};

// Shell script that runs the engine as its child and stops the engine when the standard input of the script ends.
// The input is a pipe from this process, so the pipe also ends when this process is killed.
const supervisor = `exec 3<&0
"$@" 3<&- </dev/null 2>&1 &
engine=$!
exec >/dev/null 2>&1
{ read -r _ <&3; kill -TERM $engine; sleep 3; kill -KILL 0; } &
wait $engine
kill -KILL 0`;

/** Maximum time of a start, which takes 5 ms on an idle machine. */
const READY_TIMEOUT_MS = 60_000;

/** Returns the last line that the engine printed, which is the reason when the engine stops. */
const reasonIn = (output: string): string => {
  const [line = ''] = output.trim().split('\n').slice(-1);
  return line.replace(/^error: (Internal error: )?/, '') || 'it gave no reason';
};

/** Starts the engine on a free port. Tries another port when another program has taken the port meanwhile. */
const startEngine = async (env: NodeJS.ProcessEnv, onLost: OnLost, file?: string): Promise<Engine> => {
  const port = await findPort(0);
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawn('sh', ['-c', supervisor, 'sh', ...engineCommand(port, file)], { env, detached: true });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-4000);
  });
  const ended = once(child, 'close').then(
    () => reasonIn(output),
    ({ message }: Error) => message,
  );
  let isStopping = false;
  /** Closes the input of the supervisor, and waits for its end. */
  const stop = () => {
    isStopping = true;
    child.stdin.end();
    return ended;
  };
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    // A reply alone is not enough, because another program that has taken the port may reply.
    const reply = /listening/.test(output) && fetch(endpoint, { method: 'POST' });
    if (reply && (await reply.catch(() => undefined))) {
      ended.then((reason) => isStopping || onLost(`The embedded DynamoDB stopped: ${reason}`));
      return { endpoint, stop };
    }
    await delay(3);
  }
  const reason = await stop();
  if (/already in use/.test(reason)) return startEngine(env, onLost, file);
  if (/not a valid SQLite/.test(reason))
    throw new Error(
      `${file} is not a DynamoDB database; move it away, or start with --reset to delete the data folder`,
    );
  const remedy = file ? 'start with --memory or --reset' : 'start one yourself, and set DYNAMODB_ENDPOINT';
  throw new Error(`The embedded DynamoDB did not start: ${reason}; ${remedy}`);
};

/**
 * Returns the DynamoDB at DYNAMODB_ENDPOINT. Without this variable, starts an embedded DynamoDB with its data in the
 * folder, and calls `onLost` if it stops. Without a folder, the data stays in memory.
 */
export const startDatabase = async (env: NodeJS.ProcessEnv, folder?: string, onLost: OnLost = () => {}) => {
  const { DYNAMODB_ENDPOINT: external } = env;
  if (external !== undefined) {
    if (!URL.canParse(external) || !/^http:/.test(external))
      throw new Error(`DYNAMODB_ENDPOINT is ${external}; allowed: a URL such as http://localhost:8000`);
    return { endpoint: external, close: async () => {} };
  }
  // Holds the folder until the process ends, if the engine does not start.
  const release = folder === undefined ? undefined : await holdFolder(folder);
  const { endpoint, stop } = await startEngine(env, onLost, folder && join(folder, 'dynamodb.sqlite'));
  return {
    endpoint,
    close: async () => {
      await stop();
      release?.();
    },
  };
};
