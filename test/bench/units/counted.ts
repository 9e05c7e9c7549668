import { setImmediate } from 'node:timers/promises';
import { serve } from '../../../lib/local/serve';
import { send } from '../../support/http';

export type Units = { readonly readUnits: number; readonly writeUnits: number };

/** The local service on a data folder, and what each request took of the table. */
export const startCounted = async (assembly: string, folder?: string) => {
  const lines = new Map<unknown, Units>();
  const local = await serve({
    assembly,
    port: 0,
    database: { folder },
    onLog: (_, text) => {
      const line = text.startsWith('{') ? JSON.parse(text) : {};
      if ('readUnits' in line) lines.set(line.requestId, line);
    },
  });
  const ask = async (line: string, body?: object) => {
    const answer = await send(local.url, line, { body });
    if (answer.status >= 300) throw new Error(`${line} is answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  /** The log line comes through the worker's output, a moment after the answer. */
  const unitsOf = async (line: string, body?: object): Promise<Units> => {
    const { headers } = await ask(line, body);
    for (const deadlineMs = Date.now() + 2000; Date.now() < deadlineMs; await setImmediate()) {
      const units = lines.get(headers['apigw-requestid']);
      if (units) return units;
    }
    throw new Error(`${line} left no line in the log`);
  };
  return { ask, unitsOf, close: local.close };
};
