import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { ApiEvent } from '../http/event';
import { problemResponse } from '../http/response';
import { deadlineAfter, type InvocationState, invocation, log } from '../invocation';
import { toProblem } from './failure';
import { callerLogOf } from './log';

type Responder = (event: ApiEvent) => Promise<APIGatewayProxyStructuredResultV2>;

/** Errors of JavaScript itself. Their messages quote values, and a quoted value can be a user's data. */
const QUOTING_ERROR = /^(Range|Syntax|Type|URI)Error$/;

/** Returns the parts of an error for the log, without a message that may quote data. */
const errorOf = (thrown: unknown) => {
  const error = thrown instanceof Error ? thrown : new Error('The thrown value is not an Error.');
  const { name, message, stack = '' } = error;
  if (!QUOTING_ERROR.test(name)) return { name, message, stack };
  const frames = stack.split('\n').filter((line) => /^ +at .+:\d+:\d+\)?$/.test(line));
  return { name, stack: frames.join('\n') };
};

/** Makes a Lambda handler. Only this function turns errors into responses and writes the log line of a request. */
export const respond = (responder: Responder) => {
  let coldStart = 1;
  // Milliseconds since the process began. JSON leaves out the undefined value of later requests.
  let initMs: number | undefined = Math.round(performance.now());
  const run = (event: ApiEvent, leftMs: number, writeLine: typeof log) => {
    const startedMs = performance.now();
    const { requestId } = event.requestContext;
    const state: InvocationState = { requestId, deadlineMs: deadlineAfter(leftMs), readUnits: 0, writeUnits: 0 };
    return invocation.run(state, async () => {
      let failure: { code?: string; error?: ReturnType<typeof errorOf> } = {};
      const response = await responder(event).catch((error: unknown) => {
        const problem = toProblem(error);
        failure = { code: problem.code, ...(problem.status >= 500 && { error: errorOf(error) }) };
        return problemResponse(problem, requestId);
      });
      const ms = Math.round((performance.now() - startedMs) * 10) / 10;
      const { readUnits, writeUnits } = state;
      const { statusCode: status = 500 } = response;
      const line = { route: event.routeKey, status, ms, coldStart, initMs, readUnits, writeUnits, ...failure };
      writeLine({ ...line, ...callerLogOf(event, response) });
      return response;
    });
  };
  const handler = async (event: ApiEvent, context: Pick<Context, 'getRemainingTimeInMillis'>) => {
    const response = await run(event, context.getRemainingTimeInMillis(), log);
    coldStart = 0;
    initMs = undefined;
    return response;
  };
  // Runs a fake request without a log line. The empty write opens standard output, so that the first log line need not
  // wait for that.
  const warmUp = (event: ApiEvent) =>
    run(event, 1000, () => process.stdout.write('')).finally(() => {
      initMs = Math.round(performance.now());
    });
  return Object.assign(handler, { warmUp });
};
