import { setTimeout as pause } from 'node:timers/promises';

/** URL of an API, and the bearer token for it. */
export type ApiAccess = { readonly url: string; readonly token?: string };
type ApiRequest = { readonly headers?: Record<string, string>; readonly body?: object };
type ApiResponse = { readonly status: number; readonly headers: Headers; readonly body: unknown };
export type ApiClient = (method: string, path: string, request?: ApiRequest) => Promise<ApiResponse>;

const MAX_TRIES = 10;

/** A 500 without a `code` comes from API Gateway, when a function died or ran out of time. */
const isRetryable = ({ status, body }: ApiResponse) =>
  [429, 502, 503, 504].includes(status) || (status === 500 && Object(body).code === undefined);

/** Reads the seconds of `Retry-After`, up to 60. Returns 0 without the header, and for a date. */
const retryAfterMs = (headers?: Headers) => Math.min(60_000, 1000 * Number(headers?.get('retry-after')) || 0);

/** Creates a client that retries every request, because all requests of a transfer are idempotent. */
export const createApiClient = ({ url, token }: ApiAccess): ApiClient => {
  // A pause applies to all requests of this client, because the API throttles all of them together.
  let pausedUntilMs = 0;
  const ownHeaders = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return async (method, path, { headers, body } = {}) => {
    const init = { method, headers: { ...ownHeaders, ...headers }, body: body && JSON.stringify(body) };
    for (let tries = 1; ; tries++) {
      await pause(Math.max(0, pausedUntilMs - Date.now()));
      let response: ApiResponse | undefined;
      let reason: string;
      try {
        const received = await fetch(new URL(path, url), init);
        const text = await received.text();
        // A proxy may send HTML instead of JSON.
        const isJson = /^[[{]/.test(text);
        response = { status: received.status, headers: received.headers, body: isJson ? JSON.parse(text) : undefined };
        if (!isRetryable(response)) return response;
        reason = `status ${response.status}`;
      } catch (error) {
        const { cause = error } = Object(error);
        reason = String(Object(cause).code ?? cause);
        if (tries === 1) process.stderr.write(`${url} does not answer (${reason}); trying again\n`);
      }
      if (tries === MAX_TRIES)
        throw new Error(`${method} ${path} fails in all ${MAX_TRIES} tries (${reason}); run the command again later.`);
      const backoffMs = Math.random() * Math.min(10_000, 100 * 2 ** tries);
      // A request that failed later must not shorten the pause that another response asked for.
      pausedUntilMs = Math.max(pausedUntilMs, Date.now() + Math.max(backoffMs, retryAfterMs(response?.headers)));
    }
  };
};

type Fault = { readonly pointer?: string; readonly parameter?: string; readonly detail: string };

/** Formats the status and the problem of a response, or the `message` of API Gateway. */
export const formatProblem = ({ status, body }: Pick<ApiResponse, 'status' | 'body'>) => {
  const { code, detail, message, errors = [] } = Object(body);
  const faults = (errors as Fault[]).map((fault) => `${fault.pointer ?? fault.parameter ?? ''} ${fault.detail}`.trim());
  return [`${status}`, code, detail ?? message, ...faults].filter(Boolean).join('; ');
};
