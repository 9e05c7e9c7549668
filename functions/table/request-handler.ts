import { AsyncLocalStorage } from 'node:async_hooks';
import type { HttpHandler, HttpResponse } from '@smithy/core/protocols';
import { msLeft } from '../lambda/deadline';
import { replyErrorOf } from './reply-check';
import { ATTEMPT_TIMEOUT_MS, type SdkRequest, send, timeoutError } from './send';

/** Holds the made-up reply to every call while `prime` runs the handler. */
export const primingReply = new AsyncLocalStorage<HttpResponse>();

/**
 * The SDK's `requestHandler`. Makes one attempt of a call, within the deadline of the request. Ignores the SDK's
 * options of a call (`abortSignal`, `requestTimeout`), because this service does not set them.
 */
export const requestHandler = {
  handle: async (request: SdkRequest) => {
    const madeUpReply = primingReply.getStore();
    if (madeUpReply) return { response: madeUpReply };
    const leftMs = msLeft();
    if (leftMs === 0) throw timeoutError('reply', 0);
    const timeoutMs = Math.min(ATTEMPT_TIMEOUT_MS, leftMs);
    return { response: await send(request, timeoutMs, (reply) => replyErrorOf(request, reply)) };
  },
} satisfies Pick<HttpHandler, 'handle'>;
