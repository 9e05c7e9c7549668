import { AsyncLocalStorage } from 'node:async_hooks';
import type { HttpHandler, HttpResponse } from '@smithy/core/protocols';
import { msLeft } from '../lambda/deadline';
import { faultIn } from './believed';
import { ATTEMPT_TIMEOUT_MS, type SdkRequest, send, timeoutError } from './send';

/** Holds the reply that calls get while a function rehearses a request. */
export const rehearsal = new AsyncLocalStorage<HttpResponse>();

/**
 * The SDK's `requestHandler`: makes one attempt of a call, within the deadline of the request. Ignores the SDK's options
 * of a call (`abortSignal`, `requestTimeout`), which this service does not set.
 */
export const requestHandler = {
  handle: async (request: SdkRequest) => {
    const rehearsed = rehearsal.getStore();
    if (rehearsed) return { response: rehearsed };
    const leftMs = msLeft();
    if (leftMs === 0) throw timeoutError('reply', 0);
    return { response: await send(request, Math.min(ATTEMPT_TIMEOUT_MS, leftMs), (reply) => faultIn(request, reply)) };
  },
} satisfies Pick<HttpHandler, 'handle'>;
