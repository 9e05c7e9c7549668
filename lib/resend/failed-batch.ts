import type { DynamoDBRecord } from 'aws-lambda';
import { readHead } from '../../functions/kit/reactions/record';

/** Changes that Lambda could not deliver to a function, as its object in the bucket holds them. */
export type FailedBatch = {
  readonly functionArn: string;
  /** Event of the function, as JSON. */
  readonly event: string;
  readonly records: readonly DynamoDBRecord[];
};

/** Parses JSON. Returns undefined for another text. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Reads an object of the bucket. Returns undefined for one that Lambda has not written. */
export const readBatch = (text: string): FailedBatch | undefined => {
  const { requestContext, payload } = Object(parseJson(text));
  const { functionArn } = Object(requestContext);
  // AWS shows the event as text, and documents no type.
  const event = typeof payload === 'string' ? payload : JSON.stringify(payload ?? null);
  const { Records: records } = Object(parseJson(event));
  return typeof functionArn === 'string' && Array.isArray(records) ? { functionArn, event, records } : undefined;
};

/** Returns the name in the ARN of a function. */
export const nameOf = ({ functionArn }: FailedBatch) => functionArn.split(':')[6] ?? functionArn;

/** Returns the items that a batch changes, as texts that are equal for the same function and item. */
export const itemsOf = ({ functionArn, records }: FailedBatch) =>
  records.map(({ dynamodb }) => {
    const { pk, sk } = Object(dynamodb?.Keys);
    return `${functionArn} ${pk?.S} ${sk?.S}`;
  });

/** Returns a line for each change of a batch, without values of resources, because these can be personal data. */
export const linesOf = ({ records }: FailedBatch) =>
  records
    .flatMap((record) => readHead(record) ?? [])
    .map(({ collection, id, at, changeId }) => `  ${collection} ${id} of ${at}, change ${changeId}\n`);
