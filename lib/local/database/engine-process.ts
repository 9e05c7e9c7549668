import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { findPort } from '../listen';
import { type Engine, findEngine } from './engine';
import { post } from './tables';

type EngineProcess = { readonly child: ChildProcess; readonly output: () => string };

// Shell script that runs the engine as its child and stops the engine when the standard input of the script ends.
// The input is a pipe from this process, so the pipe also ends when this process is killed.
const supervisor = `exec 3<&0
"$@" 3<&- </dev/null &
engine=$!
exec >/dev/null 2>&1
{ read -r _ <&3; kill -TERM $engine; sleep 3; kill -KILL 0; } &
wait $engine
kill -KILL 0`;

/** Keeps the last 4,000 characters that a process prints. */
const collectOutput = (child: ChildProcess): EngineProcess => {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text = `${text}${chunk}`.slice(-4000);
    });
  }
  child.on('error', (error) => {
    text = `${text}\n${error.message}`;
  });
  return { child, output: () => text };
};

const isReachable = async (endpoint: string): Promise<boolean> => {
  const reply = await post(endpoint).catch(() => undefined);
  reply?.resume();
  return reply !== undefined;
};

/**
 * Waits until the engine has printed its ready line and replies to a request. A reply alone is not enough, because
 * another program that has taken the port may reply.
 */
const isReady = async ({ child, output }: EngineProcess, engine: Engine, endpoint: string): Promise<boolean> => {
  const deadline = Date.now() + engine.readyTimeoutMs;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    if (engine.readyPattern.test(output()) && (await isReachable(endpoint))) return true;
    await delay(3);
  }
  return false;
};

/** Stops the engine: closes the input of the supervisor and waits for its exit. */
export const stopEngine = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  child.stdin?.end();
  await exited;
};

/** Returns the last line that the engine printed, which is the reason when the engine stops. */
export const lastLine = (output: string): string => {
  const [line = ''] = output.trim().split('\n').slice(-1);
  return line.replace(/^error: (Internal error: )?/, '') || 'it gave no reason';
};

/** Starts the engine on a free port. Tries another port when another program has taken the port meanwhile. */
export const startEngine = async (
  environment: NodeJS.ProcessEnv,
  file?: string,
  attemptsLeft = 3,
): Promise<EngineProcess & { readonly endpoint: string }> => {
  const port = await findPort(0);
  const engine = findEngine(environment, { port, file });
  const child = spawn('sh', ['-c', supervisor, 'sh', ...engine.command], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const started = collectOutput(child);
  const endpoint = `http://127.0.0.1:${port}`;
  if (await isReady(started, engine, endpoint)) return { ...started, endpoint };
  await stopEngine(child);
  const reason = lastLine(started.output());
  if (/in use/.test(reason) && attemptsLeft > 1) return startEngine(environment, file, attemptsLeft - 1);
  if (/not a valid SQLite/.test(reason)) {
    throw new Error(
      `${file} is not a DynamoDB database; move it away, or start with --reset to delete the data folder`,
    );
  }
  if (file) throw new Error(`The embedded DynamoDB cannot use ${file}: ${reason}; start with --memory or --reset`);
  throw new Error(`The embedded DynamoDB did not start: ${reason}; start one yourself, and set DYNAMODB_ENDPOINT`);
};
