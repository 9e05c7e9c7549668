import { AsyncLocalStorage } from 'node:async_hooks';

/** What one request has left and has used; the table's client finds it without being handed it. */
export type Invocation = {
  readonly requestId: string;
  readonly deadlineMs: number;
  readUnits: number;
  writeUnits: number;
};

export const invocation = new AsyncLocalStorage<Invocation>();
