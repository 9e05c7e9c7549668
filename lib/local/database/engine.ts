import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { codeOf } from '../failure';

/** How to start an embedded DynamoDB; `says` is what it prints when it begins to listen. */
export type Engine = { command: string[]; says: RegExp; readyLimitMs: number };
type Place = { port: number; file?: string };

const version = '1.2.1';
const image = 'amazon/dynamodb-local';

/** The first embedded DynamoDB this machine offers, or one message that names the ways to get one. */
export function findEngine(environment: NodeJS.ProcessEnv, place: Place): Engine {
  const { DYNOXIDE_BIN: chosen, PATH: path = '' } = environment;
  if (chosen !== undefined) {
    if (!isExecutable(chosen)) throw new Error(`DYNOXIDE_BIN is ${chosen}, which is not a program this user may run`);
    return dynoxide([chosen], place);
  }
  const packaged = platformBinary();
  if (packaged) return dynoxide([packaged], place);
  const installed = onPath('dynoxide', path);
  if (installed) return dynoxide([installed], place);
  const npx = onPath('npx', path);
  if (npx && succeeds([npx, '--yes', `dynoxide@${version}`, '--version'], environment)) {
    return { ...dynoxide([npx, '--yes', `dynoxide@${version}`], place), readyLimitMs: 20_000 };
  }
  const docker = onPath('docker', path);
  if (docker && succeeds([docker, 'version'], environment)) return dynamodbLocal(docker, place);
  throw new Error(
    `No embedded DynamoDB for ${process.platform}-${process.arch}: set DYNAMODB_ENDPOINT to one that runs, set DYNOXIDE_BIN or PATH to a dynoxide ${version} program, let npx download it, or start Docker for ${image}`,
  );
}

function dynoxide(program: string[], { port, file }: Place): Engine {
  const storage = file === undefined ? [] : ['--db-path', file];
  return {
    command: [...program, '--host', '127.0.0.1', '--port', String(port), ...storage],
    says: /listening/,
    readyLimitMs: 5000,
  };
}

function dynamodbLocal(docker: string, { port, file }: Place): Engine {
  const mount =
    file === undefined ? [] : ['--user', String(process.getuid?.() ?? 0), '-v', `${resolve(dirname(file))}:/data`];
  const storage = file === undefined ? ['-inMemory'] : ['-dbPath', '/data'];
  const run = ['run', '--rm', '-p', `127.0.0.1:${port}:8000`, ...mount, image];
  return {
    command: [docker, ...run, '-jar', 'DynamoDBLocal.jar', '-sharedDb', ...storage],
    says: /Initializing/,
    readyLimitMs: 120_000,
  };
}

function platformBinary(): string | undefined {
  try {
    const manifest = createRequire(__filename).resolve(`@dynoxide/${process.platform}-${process.arch}/package.json`);
    return join(dirname(manifest), 'dynoxide');
  } catch (error) {
    if (codeOf(error) === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function onPath(program: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, program))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function succeeds([program = '', ...parameters]: string[], env: NodeJS.ProcessEnv): boolean {
  return spawnSync(program, parameters, { env, timeout: 60_000, stdio: 'ignore' }).status === 0;
}
