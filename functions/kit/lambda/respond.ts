import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { callerIdOf } from '../http/caller';
import type { Deprecation } from '../http/deprecation';
import { type ApiEvent, originOf } from '../http/event';
import { problemResponse, redirectSlash } from '../http/response';
import { invocation, type LogLevel, log } from '../invocation';
import { isId, parseId } from '../model/id';
import { Problem, unavailable } from '../rules/problem';

/** Time that Lambda needs to write and send the response. */
export const RESERVE_MS = 300;

/** Errors of JavaScript itself. Their messages quote values, and a quoted value can be personal data. */
const QUOTING_ERROR = /^(Range|Syntax|Type|URI)Error$/;

/** Returns the parts of an error for the log, without a message that may quote data. */
export const logPartsOf = (thrown: unknown) => {
  const error = thrown instanceof Error ? thrown : new Error('The thrown value is not an Error.');
  const { name, message, stack = '' } = error;
  if (!QUOTING_ERROR.test(name)) return { name, message, stack };
  const frames = stack.split('\n').filter((line) => /^ +at .+:\d+:\d+\)?$/.test(line));
  return { name, stack: frames.join('\n') };
};

/** Turns any error into a problem: 503 for an error that functions/kit/dynamodb has marked as transient, else 500. */
const toProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (Object(error).$retryable) return unavailable();
  return new Problem(500, 'internal', 'Something went wrong on our side; the request id helps us to find it.');
};

/** Returns the path that a write is about: of the resource in the path, or of the new resource. */
const targetOf = (event: ApiEvent, { headers = {} }: APIGatewayProxyStructuredResultV2) => {
  const { routeKey, pathParameters } = event;
  if (/^(GET|HEAD) /.test(routeKey)) return undefined;
  // Not `new URL`, because that throws for a wrong host, which the client sends. Leaves out a query, which may be a secret.
  const [location = ''] = String(headers.location ?? '').split('?');
  if (location.startsWith(`${originOf(event)}/`)) return location.slice(originOf(event).length);
  // Leaves out an id of another form, because a client may send any text there.
  const id = parseId(pathParameters?.id ?? '');
  return isId(id) ? routeKey.slice(routeKey.indexOf('/')).replace('{id}', id) : undefined;
};

/** Returns the level of the line of a request. A 503 passes when the table can be reached again. */
const levelOf = (status: number): LogLevel => {
  if (status < 500) return 'INFO';
  return status === 503 ? 'WARN' : 'ERROR';
};

/** Makes a Lambda handler. Only this function turns errors into responses and writes the log line of a request. */
export const respond = (
  responder: (event: ApiEvent) => Promise<APIGatewayProxyStructuredResultV2>,
  deprecated?: Deprecation,
) => {
  let coldStart = 1;
  // Milliseconds since the process began. JSON leaves out the undefined value of later requests.
  let initMs: number | undefined = Math.round(performance.now());
  const run = (event: ApiEvent, leftMs: number, writeLine?: typeof log) => {
    const startedMs = performance.now();
    const { routeKey: route, requestContext } = event;
    const { requestId, authorizer } = requestContext;
    const state = { requestId, deadlineMs: Date.now() + leftMs - RESERVE_MS, readUnits: 0, writeUnits: 0 };
    return invocation.run(state, async () => {
      let failure: { code?: string; error?: ReturnType<typeof logPartsOf> } = {};
      // The gateway may take `/orders/` for the route of `/orders`. `$default` redirects known paths only.
      const redirect = route !== '$default' && redirectSlash(event);
      const answer =
        redirect ||
        (await responder(event).catch((error: unknown) => {
          const problem = toProblem(error);
          failure = { code: problem.code, ...(problem.status >= 500 && { error: logPartsOf(error) }) };
          return problemResponse(problem, requestId);
        }));
      const response = deprecated?.addTo(answer, event) ?? answer;
      const ms = Math.round((performance.now() - startedMs) * 10) / 10;
      const { readUnits, writeUnits } = state;
      const { statusCode: status = 500 } = response;
      const line = { level: levelOf(status), route, status, ms, coldStart, initMs, readUnits, writeUnits };
      // Tells who did what on a stage with authentication. JSON leaves out undefined members.
      const who = authorizer && { caller: callerIdOf(event), target: targetOf(event, response) };
      (writeLine ?? log)({ ...line, isDeprecated: deprecated && true, ...failure, ...who });
      return response;
    });
  };
  const handler = async (event: ApiEvent, context: Pick<Context, 'getRemainingTimeInMillis'>) => {
    const response = await run(event, context.getRemainingTimeInMillis());
    coldStart = 0;
    initMs = undefined;
    return response;
  };
  // Runs a fake request without a log line. The empty write opens standard output, so that the first log line need not
  // wait for that.
  const warmUp = (event: ApiEvent) => run(event, 1000, () => process.stdout.write(''));
  /** Ends the start, whose time the log line of the first request has. */
  const endStart = () => {
    initMs = Math.round(performance.now());
  };
  return Object.assign(handler, { warmUp, endStart });
};
