import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { headersOf } from '../../../lib/local/database/tables';
import { closeServer, listen } from '../../../lib/local/listen';

/**
 * The point at which a process is killed: at its nth call, before DynamoDB gets the call, or after DynamoDB has applied
 * the call and before the process gets the reply.
 */
export type CrashPoint = { readonly call: number; readonly side: 'before' | 'after' };

/** Runs the bundle of a function for one event in a process of its own, and prints the status of the response. */
const program = `
  const { handler } = require(process.env.BUNDLE);
  handler(JSON.parse(process.env.EVENT), { getRemainingTimeInMillis: () => 10_000 }).then(({ statusCode }) =>
    process.stderr.write(String(statusCode)),
  );
`;

/** Starts a proxy between one function and DynamoDB. It kills the function's process with -9 at a crash point. */
export const startCrashProxy = async (endpoint: string) => {
  let point: CrashPoint | undefined;
  let child: ChildProcess | undefined;
  let calls = 0;

  const server = createServer(async (incoming, response) => {
    const call = await buffer(incoming);
    const isLast = ++calls === point?.call;
    if (isLast && point?.side === 'before') {
      child?.kill('SIGKILL');
      return;
    }
    const operation = String(incoming.headers['x-amz-target']).replace('DynamoDB_20120810.', '');
    const reply = await fetch(endpoint, { method: 'POST', headers: headersOf(operation), body: call });
    const body = Buffer.from(await reply.arrayBuffer());
    if (isLast) child?.kill('SIGKILL');
    else response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' }).end(body);
  });
  const url = `http://127.0.0.1:${await listen(server, 0)}`;

  /** Runs a function until a crash point. Returns its status when the function finished before that point. */
  const run = (environment: Record<string, string>, crashPoint: CrashPoint) =>
    new Promise<number | undefined>((resolve) => {
      [point, calls] = [crashPoint, 0];
      child = spawn(process.execPath, ['--eval', program], {
        env: { ...environment, AWS_ENDPOINT_URL_DYNAMODB: url },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let printed = '';
      child.stderr?.on('data', (chunk) => {
        printed += chunk;
      });
      child.once('close', (_, signal) => resolve(signal === 'SIGKILL' ? undefined : Number(printed)));
    });

  return { run, close: () => closeServer(server, 0) };
};
