import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/** Command that starts an embedded DynamoDB. Its output matches `readyPattern` when the engine starts. */
export type Engine = {
  readonly command: readonly string[];
  readonly readyPattern: RegExp;
  readonly readyTimeoutMs: number;
};
type EngineOptions = { readonly port: number; readonly file?: string };

const VERSION = '1.2.1';
const DOCKER_IMAGE = 'amazon/dynamodb-local';

const dynoxide = (program: readonly string[], { port, file }: EngineOptions): Engine => {
  const storage = file === undefined ? [] : ['--db-path', file];
  return {
    command: [...program, '--host', '127.0.0.1', '--port', String(port), ...storage],
    readyPattern: /listening/,
    readyTimeoutMs: 5000,
  };
};

const dynamodbLocal = ({ port, file }: EngineOptions): Engine => {
  const mount =
    file === undefined ? [] : ['--user', String(process.getuid?.() ?? 0), '-v', `${resolve(dirname(file))}:/data`];
  const storage = file === undefined ? ['-inMemory'] : ['-dbPath', '/data'];
  const run = ['run', '--rm', '-p', `127.0.0.1:${port}:8000`, ...mount, DOCKER_IMAGE];
  return {
    command: ['docker', ...run, '-jar', 'DynamoDBLocal.jar', '-sharedDb', ...storage],
    readyPattern: /Initializing/,
    readyTimeoutMs: 120_000,
  };
};

/** Finds dynoxide, an embedded DynamoDB, in the npm package for this platform. */
const findPackagedProgram = (): string | undefined => {
  try {
    const manifest = createRequire(__filename).resolve(`@dynoxide/${process.platform}-${process.arch}/package.json`);
    return join(dirname(manifest), 'dynoxide');
  } catch (error) {
    if (Object(error).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
};

const succeeds = ([program = '', ...parameters]: readonly string[], env: NodeJS.ProcessEnv): boolean =>
  spawnSync(program, parameters, { env, timeout: 60_000, stdio: 'ignore' }).status === 0;

/**
 * Finds an embedded DynamoDB, in this order: DYNOXIDE_BIN, the npm package, PATH, npx, Docker. Without any, throws an
 * error that lists these ways.
 */
export const findEngine = (environment: NodeJS.ProcessEnv, options: EngineOptions): Engine => {
  const { DYNOXIDE_BIN: chosen } = environment;
  if (chosen !== undefined) {
    try {
      accessSync(chosen, constants.X_OK);
    } catch {
      throw new Error(`DYNOXIDE_BIN is ${chosen}, which you may not run; set it to a dynoxide program, or unset it`);
    }
    return dynoxide([chosen], options);
  }
  const packaged = findPackagedProgram();
  if (packaged) return dynoxide([packaged], options);
  if (succeeds(['dynoxide', '--version'], environment)) return dynoxide(['dynoxide'], options);
  const downloaded = ['npx', '--yes', `dynoxide@${VERSION}`];
  if (succeeds([...downloaded, '--version'], environment))
    return { ...dynoxide(downloaded, options), readyTimeoutMs: 20_000 };
  if (succeeds(['docker', 'version'], environment)) return dynamodbLocal(options);
  throw new Error(
    `No embedded DynamoDB for ${process.platform}-${process.arch}: set DYNAMODB_ENDPOINT to one that runs, set DYNOXIDE_BIN or PATH to a dynoxide ${VERSION} program, let npx download it, or start Docker for ${DOCKER_IMAGE}`,
  );
};
