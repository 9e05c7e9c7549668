import { AsyncLocalStorage } from 'node:async_hooks';

/** Deadline and consumed capacity of one request. */
export type InvocationState = {
  readonly requestId: string;
  readonly deadlineMs: number;
  readUnits: number;
  writeUnits: number;
};

/** State of the current request, which the table's client reads without an argument. */
export const invocation = new AsyncLocalStorage<InvocationState>();
