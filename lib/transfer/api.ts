import { setTimeout as pause } from 'node:timers/promises';

export type ApiRequest = { readonly headers?: Record<string, string>; readonly body?: object };
export type ApiResponse = { readonly status: number; readonly headers: Headers; readonly body: unknown };

const MAX_TRIES = 10;
const MAX_BACKOFF_MS = 10_000;
const MAX_RETRY_AFTER_MS = 60_000;

/** Statuses after which the same request may succeed later. A request whose connection breaks is retried, too. */
const RETRYABLE: readonly number[] = [429, 502, 503, 504];

/** A 500 without a `code` comes from API Gateway, when a function died or ran out of time. */
const isRetryable = ({ status, body }: ApiResponse) =>
  RETRYABLE.includes(status) || (status === 500 && Object(body).code === undefined);

/** Reads the seconds of `Retry-After`, up to 60. Returns 0 without the header, and for a date. */
export const retryAfterMs = (headers?: Headers) => {
  const seconds = headers?.get('retry-after') ?? '';
  return /^\d+$/.test(seconds) ? Math.min(MAX_RETRY_AFTER_MS, Number(seconds) * 1000) : 0;
};

/** Creates a client of the API. The client retries every request, because all requests of a transfer are idempotent. */
export const createApiClient = (url: string, token?: string) => {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  // A pause applies to all requests of this client, because the API throttles all of them together.
  let pausedUntilMs = 0;

  const send = async (method: string, path: string, { headers, body }: ApiRequest): Promise<ApiResponse> => {
    const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
    const response = await fetch(new URL(path, url), {
      method,
      headers: { ...authorization, ...type, ...headers },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    // A proxy may send HTML with these statuses.
    const hasBody = text !== '' && !RETRYABLE.includes(response.status);
    return { status: response.status, headers: response.headers, body: hasBody ? JSON.parse(text) : undefined };
  };

  return async (method: string, path: string, request: ApiRequest = {}): Promise<ApiResponse> => {
    for (let tries = 1; ; tries++) {
      await pause(Math.max(0, pausedUntilMs - Date.now()));
      const { response, reason } = await send(method, path, request).then(
        (received) => ({ response: received, reason: `status ${received.status}` }),
        (error) => ({ response: undefined, reason: String(error) }),
      );
      if (response && !isRetryable(response)) return response;
      if (tries === MAX_TRIES)
        throw new Error(`${method} ${path} fails in all ${MAX_TRIES} tries (${reason}); run the command again later.`);
      const backoffMs = Math.random() * Math.min(MAX_BACKOFF_MS, 100 * 2 ** tries);
      const pauseMs = Math.max(backoffMs, retryAfterMs(response?.headers));
      // A request that failed later must not shorten the pause that another response asked for.
      pausedUntilMs = Math.max(pausedUntilMs, Date.now() + pauseMs);
    }
  };
};

export type ApiClient = ReturnType<typeof createApiClient>;

/** Formats the status and the problem of a response. */
export const formatProblem = ({ status, body }: ApiResponse) => {
  const { code, detail, message, errors = [] }: ApiProblem = Object(body);
  const faults = errors.map(({ pointer, parameter, detail: fault }) => `${pointer ?? parameter ?? ''} ${fault}`.trim());
  return [`${status}`, code, detail ?? message, ...faults].filter(Boolean).join('; ');
};

/** Problem of the service, or `message` of API Gateway. */
type ApiProblem = {
  readonly code?: string;
  readonly detail?: string;
  readonly message?: string;
  readonly errors?: readonly { readonly pointer?: string; readonly parameter?: string; readonly detail: string }[];
};
