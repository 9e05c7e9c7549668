import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Event } from './event';
import { toProblem } from './failure';
import { type Invocation, invocation } from './invocation';
import { log } from './log';
import { withMetrics } from './metrics';
import { replyProblem } from './response';

type Responder = (event: Event) => Promise<APIGatewayProxyStructuredResultV2>;

/** Lambda's time is not all ours: the answer has to be written and sent, too. */
const RESERVE_MS = 300;

/** The language's own errors quote what they complain of, and that may be somebody's data: an answer that is no JSON. */
const QUOTING = /^(Range|Syntax|Type|URI)Error$/;

const errorOf = (thrown: unknown) => {
  const error = thrown instanceof Error ? thrown : new Error('What was thrown is no error.');
  const { name, message, stack = '' } = error;
  if (!QUOTING.test(name)) return { name, message, stack };
  return { name, stack: (stack.match(/^ +at .+:\d+:\d+\)?$/gm) ?? []).join('\n') };
};

/** Runs one request: the only place that turns a failure into an answer, and the only one that writes its log line. */
export const respond = (answer: Responder) => {
  let coldStarts = 1;
  return async (event: Event, context: Context) => {
    const startedMs = performance.now();
    const { requestId } = event.requestContext;
    const used: Invocation = {
      requestId,
      deadlineMs: Date.now() + context.getRemainingTimeInMillis() - RESERVE_MS,
      readUnits: 0,
      writeUnits: 0,
    };
    let failure: { code?: string; error?: ReturnType<typeof errorOf> } = {};
    const result = await invocation
      .run(used, () => answer(event))
      .catch((error: unknown) => {
        const problem = toProblem(error);
        failure = { code: problem.code, ...(problem.status >= 500 && { error: errorOf(error) }) };
        return replyProblem(problem, requestId);
      });
    const ms = Math.round((performance.now() - startedMs) * 10) / 10;
    const { readUnits, writeUnits } = used;
    const { statusCode: status = 500 } = result;
    const counts = { requests: 1, errors: status < 500 ? 0 : 1, coldStarts, readUnits, writeUnits };
    coldStarts = 0;
    invocation.run(used, () => log(withMetrics({ route: event.routeKey, status, ms, ...counts, ...failure })));
    return result;
  };
};
