import type { StandardRetryStrategy } from '@smithy/core/retry';
import { call, type RequestHandler } from './call';
import type { Command } from './commands';
import { errorTypeOf } from './error-type';
import { type MarshallOptions, parse, serialize, type UnmarshallOptions } from './serialize';

type RetryStrategy = Omit<StandardRetryStrategy, 'mode' | 'getCapacity' | 'maxAttempts'>;
type ClientConfig = { readonly requestHandler: RequestHandler; readonly retryStrategy: RetryStrategy };

type TranslateConfig = { readonly marshallOptions: MarshallOptions; readonly unmarshallOptions: UnmarshallOptions };

/** Holds the options. Region, endpoint and credentials come from the environment of the function. */
export class DynamoDBClient {
  constructor(readonly config: ClientConfig) {}
}

export class DynamoDBDocumentClient {
  private constructor(readonly config: ClientConfig) {}

  /** Ignores the options for values, because only one value of each compiles. */
  static from({ config }: DynamoDBClient, _: TranslateConfig) {
    return new DynamoDBDocumentClient(config);
  }

  /** Makes attempts until one succeeds or the retry strategy gives up. The output or the error holds their number. */
  async send<Output>({ operation, input }: Command<Output>): Promise<Output> {
    const { requestHandler, retryStrategy } = this.config;
    const body = serialize(input);
    let token = await retryStrategy.acquireInitialRetryToken('');
    for (;;) {
      const attempts = token.getRetryCount() + 1;
      try {
        const { content, $metadata } = await call(requestHandler, operation, body);
        retryStrategy.recordSuccess(token);
        return { ...parse(content), $metadata: { ...$metadata, attempts } };
      } catch (thrown) {
        const error = thrown as Parameters<typeof errorTypeOf>[0];
        const errorInfo = { error, errorType: errorTypeOf(error) } as const;
        token = await retryStrategy.refreshRetryTokenForRetry(token, errorInfo).catch(() => {
          throw Object.assign(error, { $metadata: { ...error.$metadata, attempts } });
        });
      }
    }
  }
}
