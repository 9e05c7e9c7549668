import { setTimeout as sleep } from 'node:timers/promises';
import { invocation } from '../http/invocation';
import { unavailable } from '../http/problem';
import { clock } from './clock';
import { read, written } from './protocol';
import { isThrottlingError, isTransientError, StandardRetryStrategy } from './sdk';
import { sign } from './signer';
import { transport } from './transport';

const LONGEST_MS = 3000;

export const msLeft = () => {
  const { deadlineMs = Number.POSITIVE_INFINITY } = invocation.getStore() ?? {};
  return Math.max(0, Math.min(LONGEST_MS, deadlineMs - Date.now()));
};

/** The stack hands it over: the rules of where DynamoDB is in which of AWS's partitions are 10 kB. */
export const endpoint = () => new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');

const once = async (operation: string, body: string, leftMs: number) => {
  const to = endpoint();
  const unsigned = {
    host: to.host,
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${operation}`,
  };
  const signedAt = clock.now();
  const headers = sign({ headers: unsigned, body }, signedAt);
  const answer = await transport.handle({ to, method: 'POST', headers, body }, leftMs);
  const wasWrong = clock.hear(answer.headers.date, signedAt);
  try {
    return read(answer);
  } catch (error) {
    // Signed at the right time, it may do.
    throw wasWrong ? Object.assign(error as Failure, { $retryable: {} }) : error;
  }
};

type Failure = Parameters<typeof isThrottlingError>[0];
type Token = Awaited<ReturnType<StandardRetryStrategy['acquireInitialRetryToken']>>;

/**
 * Retries with the pauses of the SDK's client of DynamoDB. That client makes 4 attempts by default; this one makes 3,
 * because three attempts of a second each fill the 3 s that a call may take.
 */
const strategy = new StandardRetryStrategy({ maxAttempts: 3, baseDelay: 25 });

/** Waits as the SDK would, but for a Retry-After, which DynamoDB does not send; throws what it would not try again. */
const pause = async (token: Token, error: Failure, leftMs: number): Promise<Token> => {
  const kind = isTransientError(error) ? 'TRANSIENT' : 'CLIENT_ERROR';
  const errorType = isThrottlingError(error) ? 'THROTTLING' : kind;
  const paused = strategy.refreshRetryTokenForRetry(token, { error, errorType }).catch(() => {
    throw error;
  });
  const timer = new AbortController();
  const timeUp = sleep(Math.max(0, leftMs), undefined, timer).then(() => {
    throw unavailable();
  });
  return Promise.race([paused, timeUp]).finally(() => timer.abort());
};

/**
 * Sends a call to DynamoDB within the time that the request has left. The SDK has 13 steps for it, which it puts in order
 * anew for each call, and a client that finds out what we know: a quarter of a request's time, and half of its code.
 */
export const send = async (operation: string, input: object) => {
  const untilMs = Date.now() + msLeft();
  const body = JSON.stringify(written(input));
  let token = await strategy.acquireInitialRetryToken('');
  for (;;) {
    const attempts = token.getRetryCount() + 1;
    const leftMs = untilMs - Date.now();
    if (leftMs <= 0) throw unavailable();
    try {
      const output = await once(operation, body, leftMs);
      strategy.recordSuccess(token);
      return output;
    } catch (thrown) {
      const error = thrown as Failure;
      const { $metadata } = error;
      token = await pause(token, Object.assign(error, { $metadata: { ...$metadata, attempts } }), untilMs - Date.now());
    }
  }
};
