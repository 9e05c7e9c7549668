import { buffer } from 'node:stream/consumers';
import type { FunctionRunner } from '../lambda/function';
import { functionArn } from '../template/intrinsics';
import type { LocalFunction } from '../template/template';
import { MAX_PAYLOAD_BYTES, type ReceivedRequest } from './event';
import type { GatewayResponse } from './response';

/** Matches the path by which Lambda's own API invokes a function, which may be named by its ARN or that of an alias. */
const PATH = /^\/2015-03-31\/functions\/(?:arn:[^/]*:function:)?([^/:]+)(?::[^/]*)?\/invocations$/;

const refusal = (status: number, type: string, message: string): GatewayResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
  body: JSON.stringify({ message }),
});

/**
 * Invokes a function as Lambda's own API does, with the body as its event, because some functions have no route. Returns
 * undefined for any other request.
 */
export const invokeDirectly = async (
  { request, path, headers }: ReceivedRequest,
  functions: readonly LocalFunction[],
  pools: ReadonlyMap<string, FunctionRunner>,
): Promise<GatewayResponse | undefined> => {
  const [, name] = PATH.exec(path) ?? [];
  if (request.method !== 'POST' || name === undefined) return undefined;
  // Without this, any page that is open in a browser could run a job, which needs a permission on AWS.
  if (headers.origin) return refusal(403, 'AccessDeniedException', 'A page in a browser may not invoke functions');
  const lambda = functions.find(({ id }) => id === name) ?? functions.find((each) => each.name === name);
  const pool = pools.get(lambda?.id ?? '');
  if (!pool) return refusal(404, 'ResourceNotFoundException', `Function not found: ${functionArn(name)}`);
  if (Number(headers['content-length']) > MAX_PAYLOAD_BYTES)
    return refusal(413, 'RequestTooLargeException', `The event has more than ${MAX_PAYLOAD_BYTES} bytes`);
  const invoked = pool.invoke((await buffer(request)).toString() || '{}');
  if (headers['x-amz-invocation-type'] === 'Event') return { status: 202, headers: {}, body: '' };
  const { json, error, calls } = await invoked;
  const failed = error && { 'x-amz-function-error': 'Unhandled' };
  return {
    status: 200,
    headers: { 'content-type': 'application/json', ...failed },
    body: json ?? JSON.stringify(error),
    calls,
  };
};
