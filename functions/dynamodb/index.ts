/*
 * Replaces @aws-sdk/client-dynamodb and @aws-sdk/lib-dynamodb in the bundles, under the same names. The README of this
 * folder explains why. `npm run check` and the build fail when a name is missing here.
 */
export { DynamoDBClient, DynamoDBDocumentClient } from './client';
export {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from './commands';
export { StandardRetryStrategy } from './retry';
