import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { InstanceData, InstanceInvocation, InstanceMessage } from './worker';

/*
 * Script of a worker thread, in the role of Lambda's runtime. Loads the bundle once, then handles one event at a time.
 */

type LambdaHandler = (event: unknown, context: object) => unknown;

const { file, exportName, id, memoryMb, arn }: InstanceData = workerData;

const post = (message: InstanceMessage): void => {
  parentPort?.postMessage(message);
};

// Replaces the output streams of the thread, which send three messages for each line. A single message saves 35 µs of
// the 230 µs of a request.
for (const stream of ['stdout', 'stderr'] as const) {
  Object.assign(process[stream], {
    _writev: undefined,
    _write: (chunk: string | Uint8Array, _: string, done: () => void) => {
      post({ type: 'printed', stream, text: Buffer.from(chunk).toString() });
      done();
    },
  });
}

// Traces name the sources instead of the bundle.
process.setSourceMapsEnabled(true);

const importModule: (url: string) => Promise<Record<string, unknown>> = require('./import.cjs');

const load = async (): Promise<LambdaHandler> => {
  const isModule = file.endsWith('.mjs');
  const module = isModule ? await importModule(pathToFileURL(file).href) : createRequire(file)(file);
  const handler: unknown = module[exportName];
  if (typeof handler !== 'function') throw new Error(`${file} exports no function named ${exportName}`);
  return handler as LambdaHandler;
};

const handleEvent = async (
  handler: LambdaHandler,
  { event, requestId, deadlineMs }: InstanceInvocation,
): Promise<void> => {
  const context = {
    functionName: id,
    functionVersion: '$LATEST',
    invokedFunctionArn: arn,
    memoryLimitInMB: String(memoryMb),
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${id}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  };
  try {
    const result: unknown = await handler(JSON.parse(event), context);
    post({ type: 'result', json: JSON.stringify(result) ?? 'null' });
  } catch (thrown) {
    const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
    process.stderr.write(`${JSON.stringify({ level: 'ERROR', requestId, error: { name, message, stack } })}\n`);
    post({ type: 'failure', reason: message });
  }
};

load().then((handler) => {
  parentPort?.on('message', (message: InstanceInvocation) => handleEvent(handler, message));
  post({ type: 'result', json: '' });
});
