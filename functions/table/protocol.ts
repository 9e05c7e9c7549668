import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  ReplicatedWriteConflictException,
  TransactionCanceledException,
  TransactionConflictException,
} from './sdk';
import type { Answer } from './transport';

type Protocol = Extract<DynamoDBClientConfig['protocol'], { getShapeId: unknown }>;
type EndpointBearer = Parameters<Protocol['serializeRequest']>[2];
type Used = Pick<Protocol, 'serializeRequest' | 'deserializeResponse' | 'setSerdeContext'>;
type Content = Record<string, unknown> & {
  readonly __type?: string;
  readonly message?: string;
  readonly Message?: string;
};
type Metadata = { readonly httpStatusCode: number };

/** The SDK tries again what is marked so. */
const unreadable = (message: string, $metadata: Metadata) =>
  Object.assign(new Error(message), { $retryable: {}, $metadata });

const parse = (body: Buffer, $metadata: Metadata): Content => {
  try {
    const content: unknown = JSON.parse(body.toString());
    if (content instanceof Object) return content as Content;
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

/**
 * DynamoDB's JSON as it is. The SDK's own protocol goes member by member through a description of 60 operations; what
 * ours send has been marshalled, what comes will be unmarshalled, and none of it is a time or binary.
 */
const used: Used = {
  serializeRequest: async ({ name }: { readonly name: string }, input: object, { endpoint }: EndpointBearer) => ({
    ...(await endpoint()),
    method: 'POST',
    query: {},
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `DynamoDB_20120810.${name}` },
    body: JSON.stringify(input),
  }),

  deserializeResponse: async <Output>(_operation: object, _context: object, { statusCode, headers, body }: Answer) => {
    const $metadata = { httpStatusCode: statusCode, requestId: headers['x-amzn-requestid'] };
    const content = parse(body, $metadata);
    if (statusCode >= 300) throw errorOf(content, $metadata);
    // We always ask what a call consumed: this is of something on the way, and taken for DynamoDB's it would be a 404.
    if (!('ConsumedCapacity' in content)) throw unreadable('The answer is not one of DynamoDB.', $metadata);
    return { ...content, $metadata } as Output;
  },

  setSerdeContext: () => {},
};

export const protocol = used as Protocol;
