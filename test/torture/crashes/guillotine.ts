import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { closeServer, listen } from '../../../lib/local/listen';

/** Where a process dies: before its nth call reaches DynamoDB, or when that was applied and the answer not yet read. */
export type Point = { readonly call: number; readonly side: 'before' | 'after' };

/** A function's bundle in a process of its own, for one event; it prints the answer's status, if it lives to see it. */
const program = `
  const { handler } = require(process.env.BUNDLE);
  handler(JSON.parse(process.env.EVENT), { getRemainingTimeInMillis: () => 10_000 }).then(({ statusCode }) =>
    process.stderr.write(String(statusCode)),
  );
`;

/** Stands between one function and DynamoDB, and kills it with -9 at a point of its way. */
export const startGuillotine = async (endpoint: string) => {
  let point: Point | undefined;
  let doomed: ChildProcess | undefined;
  let calls = 0;

  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const isLast = ++calls === point?.call;
    if (isLast && point?.side === 'before') {
      doomed?.kill('SIGKILL');
      return;
    }
    const { 'content-type': type = '', authorization = '', ...rest } = incoming.headers;
    const headers = {
      'content-type': type,
      authorization,
      'x-amz-target': String(rest['x-amz-target']),
      'x-amz-date': String(rest['x-amz-date']),
    };
    const answer = await fetch(endpoint, { method: 'POST', headers, body: Buffer.concat(chunks) });
    const body = Buffer.from(await answer.arrayBuffer());
    if (isLast) doomed?.kill('SIGKILL');
    else response.writeHead(answer.status, { 'content-type': type }).end(body);
  });
  const url = `http://127.0.0.1:${await listen(server, 0)}`;

  /** Runs a function up to a point; answers its status when it came to its end before. */
  const run = (environment: Record<string, string>, deadly: Point) =>
    new Promise<number | undefined>((resolve) => {
      [point, calls] = [deadly, 0];
      doomed = spawn(process.execPath, ['--eval', program], {
        env: { ...environment, AWS_ENDPOINT_URL_DYNAMODB: url },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let printed = '';
      doomed.stderr?.on('data', (chunk) => {
        printed += chunk;
      });
      doomed.once('close', (_, signal) => resolve(signal === 'SIGKILL' ? undefined : Number(printed)));
    });

  return { run, close: () => closeServer(server, 0) };
};
