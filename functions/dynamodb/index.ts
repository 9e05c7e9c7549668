/*
 * Stands in for @aws-sdk/client-dynamodb and @aws-sdk/lib-dynamodb in the bundles, under the same names; see README.md in
 * this folder. A name that is missing here fails `npm run check` and the build.
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
