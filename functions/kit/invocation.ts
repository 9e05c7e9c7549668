import { AsyncLocalStorage } from 'node:async_hooks';

/** Deadline and consumed capacity of one request. */
type InvocationState = {
  readonly requestId: string;
  readonly deadlineMs: number;
  readUnits: number;
  writeUnits: number;
};

/** State of the current request, which the table's client reads without an argument. */
export const invocation = new AsyncLocalStorage<InvocationState>();

/** Minimum time for one attempt of a call to DynamoDB. A shorter attempt could end with an unknown outcome. */
export const MIN_ATTEMPT_MS = 50;

/** Returns the milliseconds until the deadline of the request. Outside a request there is no deadline: Infinity. */
export const msLeft = () => {
  const { deadlineMs = Number.POSITIVE_INFINITY } = invocation.getStore() ?? {};
  return Math.max(0, deadlineMs - Date.now());
};

/** Level of a log line: INFO is for what is in order, WARN for what may pass, ERROR for what somebody must mend. */
export type LogLevel = 'INFO' | 'WARN' | 'ERROR';
type LogLine = Readonly<Record<string, unknown>> & { readonly level: LogLevel };

/**
 * Writes one JSON object as a line. Avoids `console`, because Lambda would wrap its lines in JSON again. Without a time in
 * RFC 3339, Lambda takes the line for INFO, as its guide says (Log-level filtering).
 */
export const log = (line: LogLine) => {
  const { requestId } = invocation.getStore() ?? {};
  process.stdout.write(`${JSON.stringify({ timestamp: new Date().toISOString(), ...line, requestId })}\n`);
};
