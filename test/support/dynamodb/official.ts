import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { marshallOptions, unmarshallOptions } from '../../../functions/kit/dynamodb/client';

/**
 * The official client, for what tests write into a table themselves. The client of the functions may be the stand-in, as in
 * `npm run torture`, which has their commands alone.
 */
export const official = DynamoDBDocument.from(new DynamoDBClient({}), {
  marshallOptions: { ...marshallOptions },
  unmarshallOptions: { ...unmarshallOptions },
});
