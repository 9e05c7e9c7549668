import type { Item } from './item';
import type { Reply } from './reply';
import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  marshall,
  ReplicatedWriteConflictException,
  TransactionCanceledException,
  TransactionConflictException,
  unmarshall,
} from './sdk';

export type Stored = Parameters<typeof unmarshall>[0];
type Content = {
  readonly __type?: string;
  readonly message?: string;
  readonly Message?: string;
  readonly Item?: Stored;
  readonly Items?: readonly Stored[];
  readonly Attributes?: Stored;
  readonly LastEvaluatedKey?: Stored;
};
type Metadata = { readonly httpStatusCode: number };

/** The members of a call that hold values. */
const holders = new Set(['ExclusiveStartKey', 'ExpressionAttributeValues', 'Item', 'Key']);

/** What is asked, with its values as DynamoDB writes them; the SDK goes by a description of each of 60 operations. */
export const written = (asked: unknown, name = ''): unknown => {
  if (typeof asked !== 'object' || asked === null) return asked;
  if (holders.has(name)) return marshall(asked, { removeUndefinedValues: true });
  if (Array.isArray(asked)) return asked.map((one) => written(one));
  return Object.fromEntries(Object.entries(asked).map(([name, member]) => [name, written(member, name)]));
};

/** An item with its values as JavaScript has them. Of a number beyond its integers the SDK would make an error that quotes it. */
export const itemOf = (stored: Stored): Item => unmarshall(stored, { wrapNumbers: Number });

/** The SDK tries again what is marked so. */
const unreadable = (message: string, $metadata: Metadata) =>
  Object.assign(new Error(message), { $retryable: {}, $metadata });

const parse = (body: Buffer, $metadata: Metadata): Content => {
  try {
    const content: unknown = JSON.parse(body.toString());
    if (content instanceof Object) return content;
  } catch {
    // What JSON.parse says of it quotes it, and it may be somebody's data.
  }
  throw unreadable('The answer is no JSON object.', $metadata);
};

/** Of the errors that stores answer to, and of the one that the SDK tries again for its class; others have their names. */
const refusals = {
  ConditionalCheckFailedException,
  ReplicatedWriteConflictException,
  TransactionCanceledException,
  TransactionConflictException,
};
const isRefusal = (name: string): name is keyof typeof refusals => Object.hasOwn(refusals, name);

const errorOf = ({ message, Message = message, ...rest }: Content, $metadata: Metadata) => {
  const name = String(rest.__type ?? '').replace(/^.*#|:.*$/g, '');
  const $fault = $metadata.httpStatusCode < 500 ? ('client' as const) : ('server' as const);
  const ErrorClass = isRefusal(name) ? refusals[name] : DynamoDBServiceException;
  return Object.assign(new ErrorClass({ name, message: Message ?? 'UnknownError', $fault, $metadata }), rest);
};

/** What is answered, with values as JavaScript has them; what is an error is thrown as the SDK throws it. */
export const read = ({ statusCode, headers, body }: Reply) => {
  const $metadata = { httpStatusCode: statusCode, requestId: headers['x-amzn-requestid'] };
  const content = parse(body, $metadata);
  if (statusCode >= 300) throw errorOf(content, $metadata);
  // We always ask what a call consumed: this is of something on the way, and taken for DynamoDB's it would be a 404.
  if (!('ConsumedCapacity' in content)) throw unreadable('The answer is not one of DynamoDB.', $metadata);
  const { Item, Items, Attributes, LastEvaluatedKey } = content;
  return {
    ...content,
    ...(Item && { Item: itemOf(Item) }),
    ...(Items && { Items: Items.map(itemOf) }),
    ...(Attributes && { Attributes: itemOf(Attributes) }),
    ...(LastEvaluatedKey && { LastEvaluatedKey: itemOf(LastEvaluatedKey) }),
    $metadata,
  };
};
