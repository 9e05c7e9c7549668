import { setImmediate } from 'node:timers/promises';
import { serve } from '../../../lib/local/serve';
import { send } from '../../support/http';

const LOG_TIMEOUT_MS = 2000;

/** The capacity units that a request consumes. */
export type ConsumedUnits = { readonly readUnits: number; readonly writeUnits: number };

/** Starts the local service on a data folder. It reports the capacity units of each request. */
export const startCounted = async (assembly: string, folder: string) => {
  const lines = new Map<unknown, ConsumedUnits>();
  const local = await serve({
    assembly,
    port: 0,
    database: { folder },
    onLog: (_, text) => {
      const line = text.startsWith('{') ? JSON.parse(text) : {};
      if ('readUnits' in line) lines.set(line.requestId, line);
    },
  });
  const request = async (line: string, body?: object) => {
    const response = await send(local.url, line, { body });
    const { status, text } = response;
    if (status >= 300) throw new Error(`${line} is answered ${status}: ${text}`);
    return response;
  };
  /** Reads the units from the log line. The worker thread writes the line a moment after the response. */
  const unitsOf = async (line: string, body?: object): Promise<ConsumedUnits> => {
    const { headers } = await request(line, body);
    for (const deadlineMs = Date.now() + LOG_TIMEOUT_MS; Date.now() < deadlineMs; await setImmediate()) {
      const units = lines.get(headers['apigw-requestid']);
      if (units) return units;
    }
    throw new Error(`${line} has no log line after ${LOG_TIMEOUT_MS} ms`);
  };
  return { request, unitsOf, close: local.close };
};
