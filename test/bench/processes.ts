import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { build } from 'esbuild';
import { selfSigned } from './certificate';

const REPORT_FD = 3;

/** The pipe through which a process reports. */
export const reportOf = (child: ChildProcess) => {
  const stream = child.stdio[REPORT_FD];
  if (stream instanceof Readable) return stream;
  throw new Error(`The process has no pipe at descriptor ${REPORT_FD}. Spawn it with a fourth stdio stream.`);
};

/** Bundles programs into a folder as `<name>.mjs`, and puts a certificate for `localhost` beside them. */
export const buildPrograms = async (folder: string, entryPoints: readonly string[]) => {
  const outExtension = { '.js': '.mjs' };
  await build({
    entryPoints: [...entryPoints],
    outdir: folder,
    outExtension,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  const { key, cert } = selfSigned();
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
  writeFileSync(join(folder, 'cert.pem'), cert);
};

/** Starts a stand-in for DynamoDB, which reports its port. */
export const startCannedDynamoDb = async (folder: string) => {
  const program = [join(folder, 'canned.mjs'), folder];
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'inherit', 'inherit', 'pipe'] });
  const [port] = await once(reportOf(child), 'data');
  const stop = async () => {
    const exited = once(child, 'exit');
    child.stdin?.end();
    await exited;
  };
  return { port: Number(port), stop };
};

/** The environment of a function, as Lambda and the stack set it. */
export const functionEnvironment = (folder: string, port: number) => ({
  PATH: process.env.PATH,
  HOME: folder,
  TZ: ':UTC',
  LAMBDA_TASK_ROOT: folder,
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_REGION: 'eu-central-1',
  AWS_DEFAULT_REGION: 'eu-central-1',
  AWS_LAMBDA_FUNCTION_NAME: 'bench',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_ACCESS_KEY_ID: 'ASIAEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token'.repeat(100),
  AWS_ENDPOINT_URL_DYNAMODB: `https://localhost:${port}`,
  NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'),
  TABLE_NAME: 'table',
});
