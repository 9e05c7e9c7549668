/** Exports the official SDK as `#dynamodb`. The bundles get `lean/` instead (package.json, `imports`). */
export { DynamoDBClient } from '@aws-sdk/client-dynamodb';
export {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
export { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
export { isThrottlingError, isTransientError } from '@smithy/core/retry';
