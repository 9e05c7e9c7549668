/** All that the service takes of the SDK; the build reads it once for all functions. */
export {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  ReplicatedWriteConflictException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
export {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
export { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
export { isThrottlingError, isTransientError, StandardRetryStrategy } from '@smithy/core/retry';
