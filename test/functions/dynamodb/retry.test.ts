import * as library from '@smithy/core/retry';
import fc from 'fast-check';
import * as ours from '../../../functions/dynamodb/lean/retry';
import { fakeOnly } from '../../support/time';

const errorTypes = ['THROTTLING', 'TRANSIENT', 'SERVER_ERROR', 'CLIENT_ERROR'] as const;
type Step = (typeof errorTypes)[number] | 'success' | 'another call';

type Options = ConstructorParameters<typeof ours.StandardRetryStrategy>[0];
type Strategy = Pick<
  ours.StandardRetryStrategy,
  'acquireInitialRetryToken' | 'refreshRetryTokenForRetry' | 'recordSuccess'
>;

const createOurs = (options: Options): Strategy => new ours.StandardRetryStrategy(options);
const createLibrarys = (options: Options): Strategy => new library.StandardRetryStrategy(options);

beforeAll(() => fakeOnly(['setTimeout'], {}));
afterAll(() => jest.useRealTimers());

/** Plays calls with one strategy. Returns the pauses, the bases of the pauses, and the refusals. */
const play = async (create: (options: Options) => Strategy, steps: readonly Step[]) => {
  const seen: unknown[] = [];
  const backoff = {
    setDelayBase: (ms: number) => seen.push(`base ${ms}`),
    computeNextBackoffDelay: (retries: number) => {
      seen.push(`retries ${retries}`);
      // Ends the pause, whose timer starts now.
      setImmediate(() => jest.runOnlyPendingTimers());
      return 0;
    },
  };
  const strategy = create({ maxAttempts: 3, baseDelay: 25, backoff });
  let token = await strategy.acquireInitialRetryToken('');
  for (const step of steps) {
    if (step === 'success') strategy.recordSuccess(token);
    if (step === 'success' || step === 'another call') {
      token = await strategy.acquireInitialRetryToken('');
      continue;
    }
    try {
      token = await strategy.refreshRetryTokenForRetry(token, { errorType: step });
      seen.push([token.getRetryCount(), token.getRetryDelay(), token.getRetryCost()]);
    } catch (error) {
      seen.push(String(error));
    }
  }
  return seen;
};

test('retries as the library does, until the capacity is used up and again after successes', async () => {
  const steps = fc.array(fc.constantFrom<Step>(...errorTypes, 'TRANSIENT', 'success', 'another call', 'another call'), {
    minLength: 1,
    maxLength: 300,
    size: 'max',
  });
  const refusals = new Set<string>();
  const property = fc.asyncProperty(steps, async (drawn) => {
    const expected = await play(createLibrarys, drawn);
    expect(await play(createOurs, drawn)).toEqual(expected);
    for (const each of expected) if (typeof each === 'string') refusals.add(each);
  });
  await fc.assert(property, { numRuns: 50 });
  expect(refusals).toContain('Error: No retry token available');
});

const outage = (calls: number) => Array.from({ length: calls }, (): Step[] => ['TRANSIENT', 'another call']).flat();

test('stops retrying in an outage, as the library does', async () => {
  const seen = await play(createOurs, [...outage(40), 'success', 'THROTTLING']);
  expect(seen).toEqual(await play(createLibrarys, [...outage(40), 'success', 'THROTTLING']));
  // Each retry takes 14 of the capacity of 500.
  expect(seen.filter((each) => Array.isArray(each))).toHaveLength(35 + 1);
});

const names = [
  ...['BandwidthLimitExceeded', 'EC2ThrottledException', 'LimitExceededException', 'PriorRequestNotComplete'],
  ...[
    'ProvisionedThroughputExceededException',
    'RequestLimitExceeded',
    'RequestThrottled',
    'RequestThrottledException',
  ],
  ...['SlowDown', 'ThrottledException', 'Throttling', 'ThrottlingException', 'TooManyRequestsException'],
  ...['TransactionInProgressException', 'TransactionConflictException', 'ConditionalCheckFailedException'],
  ...['TimeoutError', 'RequestTimeout', 'RequestTimeoutException', 'InternalServerError', 'Error', 'SyntaxError'],
];
const codes = [
  ...[undefined, 'ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'],
  ...['EAI_AGAIN', 'EPROTO', 'EACCES'],
];

test('classifies errors as the library does', () => {
  const retryables = [undefined, {}, { throttling: true }, { throttling: false }];
  for (const name of names)
    for (const code of codes)
      for (const $retryable of retryables)
        for (const httpStatusCode of [undefined, 200, 400, 413, 429, 500, 501, 502, 503, 504, 505]) {
          const error = Object.assign(new Error('No.'), {
            name,
            code,
            $retryable,
            $metadata: { httpStatusCode },
            cause: undefined,
          });
          const isTransient = library.isTransientError(error);
          const expected = library.isThrottlingError(error) ? 'THROTTLING' : isTransient ? 'TRANSIENT' : 'CLIENT_ERROR';
          expect({ name, code, type: ours.errorTypeOf(error) }).toEqual({ name, code, type: expected });
        }
});
