import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Event } from '../http/event';
import { replyProblem } from '../http/response';
import { deadlineAfter } from './deadline';
import { toProblem } from './failure';
import { type Invocation, invocation } from './invocation';
import { log } from './log';
import { withMetrics } from './metrics';

type Responder = (event: Event) => Promise<APIGatewayProxyStructuredResultV2>;

/** The language's own errors quote what they complain of, and that may be somebody's data: an answer that is no JSON. */
const QUOTING = /^(Range|Syntax|Type|URI)Error$/;

const errorOf = (thrown: unknown) => {
  const error = thrown instanceof Error ? thrown : new Error('What was thrown is no error.');
  const { name, message, stack = '' } = error;
  if (!QUOTING.test(name)) return { name, message, stack };
  return { name, stack: (stack.match(/^ +at .+:\d+:\d+\)?$/gm) ?? []).join('\n') };
};

type Setting = {
  readonly leftMs: number;
  readonly coldStarts: number;
  readonly say: (line: Record<string, unknown>) => void;
};

/** Runs one request: the only place that turns a failure into an answer, and the only one that writes its log line. */
export const respond = (answer: Responder) => {
  const run = async (event: Event, { leftMs, coldStarts, say }: Setting) => {
    const startedMs = performance.now();
    const { requestId } = event.requestContext;
    const used: Invocation = { requestId, deadlineMs: deadlineAfter(leftMs), readUnits: 0, writeUnits: 0 };
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
    invocation.run(used, () => say(withMetrics({ route: event.routeKey, status, ms, ...counts, ...failure })));
    return result;
  };
  let coldStarts = 1;
  const handler = (event: Event, context: Context) => {
    const answered = run(event, { leftMs: context.getRemainingTimeInMillis(), coldStarts, say: log });
    coldStarts = 0;
    return answered;
  };
  /** Takes the same way, and says nothing of it; what is written, though empty, opens the output for the first line. */
  const rehearse = (event: Event) => run(event, { leftMs: 1000, coldStarts: 1, say: () => process.stdout.write('') });
  return Object.assign(handler, { rehearse });
};
