/*
 * Replaces names of the AWS SDK in the bundles, under the same names. The README of this
 * folder explains why. `npm run check` and the build fail when a name is missing here.
 */
export { DynamoDBClient, DynamoDBDocumentClient } from './client';
export {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from './commands';
export { isThrottlingError, isTransientError } from './error-type';
export { marshall, unmarshall } from './serialize';
