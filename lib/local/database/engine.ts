import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';

type EngineOptions = { readonly port: number; readonly file?: string };

const VERSION = '1.2.1';
const DOCKER_IMAGE = 'amazon/dynamodb-local';

const dynoxide = (program: readonly string[], { port, file }: EngineOptions) => {
  const storage = file === undefined ? [] : ['--db-path', file];
  return [...program, '--host', '127.0.0.1', '--port', String(port), ...storage];
};

const dynamodbLocal = ({ port, file }: EngineOptions) => {
  const mount =
    file === undefined ? [] : ['--user', String(process.getuid?.() ?? 0), '-v', `${resolve(dirname(file))}:/data`];
  const storage = file === undefined ? ['-inMemory'] : ['-dbPath', '/data'];
  const run = ['run', '--rm', '-p', `127.0.0.1:${port}:8000`, ...mount, DOCKER_IMAGE];
  return ['docker', ...run, '-jar', 'DynamoDBLocal.jar', '-sharedDb', ...storage];
};

/** Returns the path of dynoxide in the npm package for this platform, or its name for a search on the PATH. */
const findProgram = (): string => {
  try {
    const suffix = process.platform === 'win32' ? '.exe' : '';
    return require.resolve(`@dynoxide/${process.platform}-${process.arch}/dynoxide${suffix}`);
  } catch {
    return 'dynoxide';
  }
};

/**
 * Finds the command of an embedded DynamoDB, in this order: dynoxide from the npm package or PATH, npx, Docker. Without
 * any, throws an error that lists these ways.
 */
export const findEngine = (env: NodeJS.ProcessEnv, options: EngineOptions): string[] => {
  const succeeds = ([program = '', ...parameters]: readonly string[]) =>
    spawnSync(program, parameters, { env, timeout: 60_000, stdio: 'ignore' }).status === 0;
  for (const program of [[findProgram()], ['npx', '--yes', `dynoxide@${VERSION}`]])
    if (succeeds([...program, '--version'])) return dynoxide(program, options);
  if (succeeds(['docker', 'version'])) return dynamodbLocal(options);
  throw new Error(
    `No embedded DynamoDB for ${process.platform}-${process.arch}: set DYNAMODB_ENDPOINT to one that runs, put a dynoxide ${VERSION} program on the PATH, let npx download it, or start Docker for ${DOCKER_IMAGE}`,
  );
};
