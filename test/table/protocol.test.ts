import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  ReplicatedWriteConflictException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { protocol } from '../../functions/table/protocol';

const read = (statusCode: number, body: string): Promise<object> =>
  protocol.deserializeResponse({} as never, {} as never, {
    statusCode,
    headers: { 'x-amzn-requestid': 'id' },
    body: Buffer.from(body),
  });
const failure = (statusCode: number, body: object) => read(statusCode, JSON.stringify(body)).catch((error) => error);

describe('what DynamoDB answers', () => {
  test('is taken as it is', async () => {
    const $metadata = { httpStatusCode: 200, requestId: 'id' };
    expect(await read(200, '{"ConsumedCapacity":{},"Item":{"n":{"N":"1"}}}')).toEqual({
      ConsumedCapacity: {},
      Item: { n: { N: '1' } },
      $metadata,
    });
  });

  test.each([
    [200, '<html>', 'The answer is no JSON object.'],
    [502, '', 'The answer is no JSON object.'],
    [200, 'null', 'The answer is no JSON object.'],
    [400, '"ok"', 'The answer is no JSON object.'],
    [200, '{"message":"secret"}', 'The answer is not one of DynamoDB.'],
    [299, '{}', 'The answer is not one of DynamoDB.'],
  ])('is to be asked for again where it is none: %i %s', async (status, body, message) => {
    await expect(read(status, body)).rejects.toEqual(
      Object.assign(new Error(message), { $retryable: {}, $metadata: { httpStatusCode: status, requestId: 'id' } }),
    );
  });

  test.each([
    [400, 'ConditionalCheckFailedException', ConditionalCheckFailedException, 'client'],
    [400, 'ReplicatedWriteConflictException', ReplicatedWriteConflictException, 'client'],
    [400, 'TransactionCanceledException', TransactionCanceledException, 'client'],
    [400, 'TransactionConflictException', TransactionConflictException, 'client'],
    [300, 'toString', DynamoDBServiceException, 'client'],
    [499, 'ValidationException', DynamoDBServiceException, 'client'],
    [500, 'InternalServerError', DynamoDBServiceException, 'server'],
  ])('is thrown where it is a failure: %i %s', async (status, name, Class, fault) => {
    const members = { __type: `com.amazonaws.dynamodb.v20120810#${name}`, Item: { n: { N: '1' } } };
    const error = await failure(status, { ...members, message: 'No.' });
    expect(error.constructor).toBe(Class);
    expect({ ...error, message: error.message }).toMatchObject({
      ...members,
      name,
      message: 'No.',
      $fault: fault,
      $metadata: { httpStatusCode: status, requestId: 'id' },
    });
  });

  test.each([
    ['com.amazon.coral.service#AccessDeniedException', { Message: 'Upper' }, 'AccessDeniedException', 'Upper'],
    ['ThrottlingException:http://internal.amazon.com/', {}, 'ThrottlingException', 'UnknownError'],
    [undefined, { message: 'lower' }, '', 'lower'],
    [1, { message: 'lower' }, '1', 'lower'],
  ])('%s has a name and a message', async (__type, rest, name, message) => {
    expect(await failure(400, { __type, ...rest })).toMatchObject({ name, message });
  });
});

test('what is asked is JSON, for one of the operations', async () => {
  const endpoint = async () => ({ protocol: 'https:', hostname: 'host', port: 1, path: '/' });
  const input = { Key: { pk: { S: 'é' } }, none: undefined };
  expect(await protocol.serializeRequest({ name: 'GetItem' } as never, input, { endpoint } as never)).toEqual({
    protocol: 'https:',
    hostname: 'host',
    port: 1,
    path: '/',
    method: 'POST',
    query: {},
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'DynamoDB_20120810.GetItem' },
    body: '{"Key":{"pk":{"S":"é"}}}',
  });
});
