import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { toProblem } from './failure';
import { type Invocation, invocation } from './invocation';
import { log } from './log';
import { replyProblem } from './response';

type Responder = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

/** Lambda's time is not all ours: the answer has to be written and sent, too. */
const RESERVE_MS = 300;

const errorOf = (error: unknown) => {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack };
};

/** Runs one request: the only place that turns a failure into an answer, and the only one that writes its log line. */
export const respond = (answer: Responder) => async (event: APIGatewayProxyEventV2, context: Context) => {
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
  const line = { route: event.routeKey, status: result.statusCode, ms, readUnits, writeUnits, ...failure };
  invocation.run(used, () => log(line));
  return result;
};
