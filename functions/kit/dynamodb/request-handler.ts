import { AsyncLocalStorage } from 'node:async_hooks';
import type { HttpHandler, HttpResponse } from '@smithy/core/protocols';
import { msLeft } from '../invocation';
import { type SdkRequest, send, timeoutError } from './send';
import { ATTEMPT_TIMEOUT_MS } from './timeouts';

/** Holds the fake reply to every call while `prime` runs the handler. */
export const primingReply = new AsyncLocalStorage<HttpResponse>();

/** Tells whether a reply has the type and form of a DynamoDB reply. The error page of a proxy does not. */
const hasFormOfDynamoDb = ({ statusCode, headers: { 'content-type': type = '' }, body }: HttpResponse) => {
  const isTyped = /^application\/x-amz-json-1\.\d\b/.test(type);
  const isJson = isTyped || (statusCode >= 300 && /^application\/json\b/.test(type));
  return isJson && body.at(0) === 0x7b && body.at(-1) === 0x7d;
};

/** Tells whether a reply lacks the consumed capacity that was asked for. Without this, a forged `{}` is a missing item. */
const isForged = ({ body: sent }: SdkRequest, { statusCode, body }: HttpResponse) => {
  if (statusCode >= 300 || body.includes('"ConsumedCapacity":')) return false;
  // The official client sends an object that warns about each conversion but this.
  const asked = typeof sent === 'string' ? sent : Buffer.concat([sent]).toString();
  return asked.includes('"ReturnConsumedCapacity"');
};

/** Returns an error when the reply does not come from DynamoDB. The request may or may not have been applied. */
const replyErrorOf = (request: SdkRequest, reply: HttpResponse) => {
  if (hasFormOfDynamoDb(reply) && !isForged(request, reply)) return undefined;
  const { statusCode, headers } = reply;
  const message = `The reply is not one of DynamoDB: status ${statusCode}, type "${headers['content-type'] ?? ''}"`;
  return Object.assign(new Error(message), { $metadata: { httpStatusCode: statusCode } });
};

/**
 * The SDK's `requestHandler`. Makes one attempt of a call, within the deadline of the request. Ignores the SDK's
 * options of a call (`abortSignal`, `requestTimeout`), because this service does not set them.
 */
export const requestHandler = {
  handle: async (request: SdkRequest) => {
    const fakeReply = primingReply.getStore();
    if (fakeReply) return { response: fakeReply };
    const leftMs = msLeft();
    if (leftMs === 0) throw timeoutError('reply', 0);
    const timeoutMs = Math.min(ATTEMPT_TIMEOUT_MS, leftMs);
    return { response: await send(request, timeoutMs, (reply) => replyErrorOf(request, reply)) };
  },
} satisfies Pick<HttpHandler, 'handle'>;
