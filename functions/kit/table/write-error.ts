import type { unmarshall } from '#dynamodb';
import { type Backoff, CONFLICT, THROTTLED } from './retry';

type MarshalledItem = Parameters<typeof unmarshall>[0];
export type CancellationReason = { readonly Code?: string; readonly Item?: MarshalledItem };
/** Error of a failed write or of a cancelled transaction. */
export type WriteError = Error & {
  readonly Item?: MarshalledItem;
  readonly CancellationReasons?: readonly CancellationReason[];
  readonly $retryable?: { readonly throttling?: boolean };
  /** The retry strategy adds `hasLostReply` when an attempt of the call had no reply that says whether it was applied. */
  readonly $metadata?: { readonly hasLostReply?: boolean };
};

/** Returns DynamoDB's reason for each write that it has refused, and none for an error of another kind. */
export const reasonsOf = ({ name, Item, CancellationReasons = [] }: WriteError): readonly CancellationReason[] => {
  if (name === 'ConditionalCheckFailedException') return [{ Code: 'ConditionalCheckFailed', Item }];
  if (name === 'TransactionConflictException') return [{ Code: 'TransactionConflict' }];
  return CancellationReasons;
};

/** Backoff for each reason after which the same write may succeed later. */
const backoffs: Readonly<Record<string, Backoff>> = {
  ProvisionedThroughputExceeded: THROTTLED,
  ThrottlingError: THROTTLED,
  TransactionConflict: CONFLICT,
};

/** Returns the backoff for a retry, or undefined when a retry cannot help. Prefers the longer pauses of throttling. */
export const backoffOf = (reasons: readonly CancellationReason[]) => {
  const named = reasons.flatMap(({ Code = '' }) => backoffs[Code] ?? []);
  return named.includes(THROTTLED) ? THROTTLED : named[0];
};
