import type { Context } from 'aws-lambda';
import { variables } from '../environment';
import { invocation, log } from '../invocation';
import { logPartsOf, RESERVE_MS } from './respond';

/**
 * Makes the handler of a function that is no route. An error becomes a line of the log, and Lambda or the queue tries again.
 * @example export const handler = handleJob(async () => { … });
 */
export const handleJob = <Event = unknown, Result = unknown>(run: (event: Event) => Promise<Result>) => {
  const [route] = (variables()._HANDLER ?? '').split('.');
  let coldStart = 1;
  return async (event: Event, context: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'>) => {
    const startedMs = performance.now();
    const deadlineMs = Date.now() + context.getRemainingTimeInMillis() - RESERVE_MS;
    const state = { requestId: context.awsRequestId, deadlineMs, readUnits: 0, writeUnits: 0 };
    return invocation.run(state, async () => {
      const writeLine = (failure?: object) => {
        const ms = Math.round((performance.now() - startedMs) * 10) / 10;
        const { readUnits, writeUnits } = state;
        log({ level: failure ? 'ERROR' : 'INFO', route, ms, coldStart, readUnits, writeUnits, ...failure });
        coldStart = 0;
      };
      try {
        const result = await run(event);
        writeLine();
        return result;
      } catch (thrown) {
        const error = logPartsOf(thrown);
        writeLine({ error });
        // Lambda logs what a handler throws, too, so this one has no message that quotes data.
        throw Object.assign(new Error(error.message ?? error.name), error);
      }
    });
  };
};
