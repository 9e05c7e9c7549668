import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { selfSigned } from './certificate';
import type { Taken } from './instance';
import { findNode24 } from './node-24';

const REPORT_FD = 3;
const WARM_UP = 300;
const BATCHES = 7;
const BATCH_SIZE = 100;

const reportOf = (child: ChildProcess) => {
  const stream = child.stdio[REPORT_FD];
  if (stream instanceof Readable) return stream;
  throw new Error('The process has no pipe to report through');
};

/** A canned DynamoDB, and function instances that ask it; what they run is bundled into this folder. */
export const startInstances = async (folder: string) => {
  const node = findNode24();
  const entryPoints = ['instance', 'canned'].map((name) => join(__dirname, `${name}.ts`));
  const outExtension = { '.js': '.mjs' };
  await build({ entryPoints, outdir: folder, outExtension, format: 'esm', platform: 'node', target: 'node24' });
  const { key, cert } = selfSigned();
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
  writeFileSync(join(folder, 'cert.pem'), cert);
  const canned = spawn(node, [join(folder, 'canned.mjs'), folder], { stdio: ['pipe', 'inherit', 'inherit', 'pipe'] });
  const [port] = await once(reportOf(canned), 'data');

  /** As Lambda sets it, and the stack. */
  const env = {
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
    METRICS_NAMESPACE: 'bench',
  };

  /** What a fresh instance takes; without an event, to be loaded, when another file has been before. */
  const run = async (file: string, { event = '', before = '' }): Promise<Taken> => {
    const sizes = [WARM_UP, BATCHES, BATCH_SIZE].map(String);
    const loaded = before ? ['--require', before] : [];
    const child = spawn(node, [...loaded, join(folder, 'instance.mjs'), file, event, ...sizes], {
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

  const stop = async () => {
    canned.stdin?.end();
    await once(canned, 'exit');
  };
  return { run, stop };
};
