import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../failure';
import { listen } from '../listen';
import { type Engine, findEngine } from './engine';
import { holdFolder } from './lock';

type Database = { endpoint: string; onLost(listener: (reason: string) => void): void; close(): Promise<void> };
type Started = { child: ChildProcess; output(): string };

// The engine dies with this process however that ends: its end closes the pipe that the shell reads.
const leash = `exec 3<&0
"$@" 3<&- </dev/null &
engine=$!
exec >/dev/null 2>&1
{ read -r _ <&3; kill -TERM $engine; sleep 3; kill -KILL 0; } &
wait $engine
kill -KILL 0`;

/** An endpoint that speaks DynamoDB: the one named by DYNAMODB_ENDPOINT, or an embedded one on this folder. */
export async function startDatabase(environment: NodeJS.ProcessEnv, folder?: string): Promise<Database> {
  const { DYNAMODB_ENDPOINT: external } = environment;
  if (external !== undefined) {
    if (!URL.canParse(external) || !/^http:/.test(external)) {
      throw new Error(`DYNAMODB_ENDPOINT is ${external}; allowed is a URL such as http://localhost:8000`);
    }
    return { endpoint: external, onLost: () => {}, close: async () => {} };
  }
  const release = folder === undefined ? () => {} : await claim(folder);
  const file = folder === undefined ? undefined : join(folder, 'dynamodb.sqlite');
  try {
    const { child, endpoint, output } = await startEngine(environment, file);
    let isClosing = false;
    return {
      endpoint,
      onLost: (listener) =>
        child.once('exit', () => isClosing || listener(`The embedded DynamoDB stopped: ${lastLine(output())}`)),
      close: async () => {
        isClosing = true;
        await stop(child);
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

async function claim(folder: string): Promise<() => void> {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new Error(`The data folder ${folder} cannot be made: ${messageOf(error)}`);
  }
  return holdFolder(folder);
}

async function startEngine(environment: NodeJS.ProcessEnv, file?: string, attemptsLeft = 3) {
  const port = await freePort();
  const engine = findEngine(environment, { port, file });
  const child = spawn('sh', ['-c', leash, 'sh', ...engine.command], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const started = collect(child);
  const endpoint = `http://127.0.0.1:${port}`;
  if (await isReady(started, engine, endpoint)) return { ...started, endpoint };
  await stop(child);
  const reason = lastLine(started.output());
  if (/in use/.test(reason) && attemptsLeft > 1) return startEngine(environment, file, attemptsLeft - 1);
  if (/not a valid SQLite/.test(reason)) {
    throw new Error(
      `${file} is not a DynamoDB database; move it away, or start with --reset to delete the data folder`,
    );
  }
  const subject = file ? `The embedded DynamoDB cannot use ${file}` : 'The embedded DynamoDB did not start';
  throw new Error(`${subject}: ${reason}`);
}

function collect(child: ChildProcess): Started {
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
}

/** Ready when it says so and answers: another program could have taken the port and answer alone. */
async function isReady({ child, output }: Started, engine: Engine, endpoint: string): Promise<boolean> {
  const deadline = Date.now() + engine.readyLimitMs;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    if (engine.says.test(output()) && (await answers(endpoint))) return true;
    await delay(3);
  }
  return false;
}

function answers(endpoint: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request(endpoint, { method: 'POST', agent: false }, (response) => {
      response.resume();
      resolve(true);
    });
    probe.on('error', () => resolve(false));
    probe.end();
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  child.stdin?.end();
  await exited;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function lastLine(output: string): string {
  return (
    output
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^error: (Internal error: )?/, '') || 'it gave no reason'
  );
}
