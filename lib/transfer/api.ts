import { setTimeout as pause } from 'node:timers/promises';

export type Asked = { readonly headers?: Record<string, string>; readonly body?: object };
export type Answered = { readonly status: number; readonly headers: Headers; readonly body: unknown };

const MOST_TRIES = 10;
const LONGEST_PAUSE_MS = 10_000;

/** What says that the same request may succeed later; a connection that breaks does, too. */
const PASSING: readonly number[] = [429, 502, 503, 504];

/** Asks the API, and asks again what did not get through: writes here can be sent twice. */
export const startApi = (url: string, token?: string) => {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  // Where one request is told to wait, all do.
  let pausedUntilMs = 0;

  const once = async (method: string, path: string, { headers, body }: Asked): Promise<Answered> => {
    const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
    const response = await fetch(new URL(path, url), {
      method,
      headers: { ...authorization, ...type, ...headers },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
  };

  return async (method: string, path: string, asked: Asked = {}): Promise<Answered> => {
    for (let tries = 1; ; tries++) {
      await pause(Math.max(0, pausedUntilMs - Date.now()));
      const { answer, why } = await once(method, path, asked).then(
        (given) => ({ answer: given, why: `it answers ${given.status}` }),
        (error) => ({ answer: undefined, why: String(error) }),
      );
      if (answer && !PASSING.includes(answer.status)) return answer;
      if (tries === MOST_TRIES) throw new Error(`${method} ${path} does not get through in ${tries} tries: ${why}`);
      pausedUntilMs = Date.now() + Math.random() * Math.min(LONGEST_PAUSE_MS, 100 * 2 ** tries);
    }
  };
};

export type Api = ReturnType<typeof startApi>;

/** What is wrong, in the words of the API. */
export const reasonOf = ({ status, body }: Answered) => {
  const { code, detail, message, errors = [] }: Reason = Object(body);
  const faults = errors.map(({ pointer, detail: fault }) => `${pointer ?? ''} ${fault}`.trim());
  return [`${status}`, code, detail ?? message, ...faults].filter(Boolean).join('; ');
};

type Reason = {
  readonly code?: string;
  readonly detail?: string;
  readonly message?: string;
  readonly errors?: readonly { readonly pointer?: string; readonly detail: string }[];
};
