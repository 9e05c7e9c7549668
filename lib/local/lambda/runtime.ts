import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { functionArn } from '../template/intrinsics';
import type { LocalFunction } from '../template/template';

/*
 * Script of a worker thread, in the role of Lambda's runtime. Loads the bundle once, then handles one event at a time.
 */

type LambdaHandler = (event: unknown, context: object) => unknown;
type Module = Readonly<Record<string, LambdaHandler | undefined>>;
/** Message of a worker to its instance: the result of the function as JSON, or its error as Lambda shows it. */
export type RuntimeMessage =
  | { readonly json: string; readonly error?: undefined }
  | { readonly json?: undefined; readonly error: { readonly errorType: string; readonly errorMessage: string } };

const { id, file, exportName, memoryMb, timeoutMs }: LocalFunction = workerData.lambda;

/** Runs the handler. Logs its error. */
const handleEvent = async (handler: LambdaHandler, event: string): Promise<RuntimeMessage> => {
  const requestId = randomUUID();
  const deadlineMs = Date.now() + timeoutMs;
  const context = {
    functionName: id,
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn(id),
    memoryLimitInMB: String(memoryMb),
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${id}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  };
  try {
    return { json: JSON.stringify(await handler(JSON.parse(event), context)) ?? 'null' };
  } catch (thrown) {
    const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
    process.stderr.write(`${JSON.stringify({ level: 'ERROR', requestId, error: { name, message, stack } })}\n`);
    return { error: { errorType: name, errorMessage: message } };
  }
};

/** Loads the handler, then handles the events. The first message says that the handler is loaded. */
export const startRuntime = async (importModule: (url: string) => Promise<Module>): Promise<void> => {
  const { [exportName]: handler } = await importModule(pathToFileURL(file).href);
  if (typeof handler !== 'function') throw new Error(`${file} exports no function named ${exportName}`);
  parentPort?.on('message', async (event) => parentPort?.postMessage(await handleEvent(handler, event)));
  parentPort?.postMessage('');
};
