import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  ReplicatedWriteConflictException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { read, written } from '../../functions/table/protocol';

const readOf = (statusCode: number, body: string) =>
  read({ statusCode, headers: { 'x-amzn-requestid': 'id' }, body: Buffer.from(body) });
const thrown = (statusCode: number, body: string) => {
  try {
    return { read: readOf(statusCode, body) };
  } catch (error) {
    return error;
  }
};
const failure = (statusCode: number, body: object) => Object(thrown(statusCode, JSON.stringify(body)));

describe('what DynamoDB answers', () => {
  test('is taken as it is, with values as JavaScript has them', () => {
    const item = { n: { N: '1' }, list: { L: [{ NULL: true }, { BOOL: true }] } };
    const answer = { ConsumedCapacity: {}, Item: item, Items: [item, {}], Attributes: item, LastEvaluatedKey: item };
    const plain = { n: 1, list: [null, true] };
    expect(readOf(200, JSON.stringify({ ...answer, Count: 2 }))).toStrictEqual({
      ConsumedCapacity: {},
      Item: plain,
      Items: [plain, {}],
      Attributes: plain,
      LastEvaluatedKey: plain,
      Count: 2,
      $metadata: { httpStatusCode: 200, requestId: 'id' },
    });
  });

  test('is taken with numbers of any size, and nothing of them becomes an error', () => {
    const item = { n: { N: '1e200' }, whole: { N: '123456789012345678901234567890' } };
    const Item = { n: 1e200, whole: 1.2345678901234568e29 };
    expect(readOf(200, JSON.stringify({ ConsumedCapacity: {}, Item: item }))).toMatchObject({ Item });
  });

  test('has no members but those that came', () => {
    expect(Object.keys(readOf(200, '{"ConsumedCapacity":{}}'))).toEqual(['ConsumedCapacity', '$metadata']);
  });

  test.each([
    [200, '<html>', 'The answer is no JSON object.'],
    [502, '', 'The answer is no JSON object.'],
    [200, 'null', 'The answer is no JSON object.'],
    [400, '"ok"', 'The answer is no JSON object.'],
    [200, '{"message":"secret"}', 'The answer is not one of DynamoDB.'],
    [299, '{}', 'The answer is not one of DynamoDB.'],
  ])('is to be asked for again where it is none: %i %s', (status, body, message) => {
    expect(thrown(status, body)).toEqual(
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
  ])('is thrown where it is a failure: %i %s', (status, name, Class, fault) => {
    const members = { __type: `com.amazonaws.dynamodb.v20120810#${name}`, Item: { n: { N: '1' } } };
    const error = failure(status, { ...members, message: 'No.' });
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
  ])('%s has a name and a message', (__type, rest, name, message) => {
    expect(failure(400, { __type, ...rest })).toMatchObject({ name, message });
  });
});

describe('what is asked', () => {
  test('has its values as DynamoDB writes them, wherever they stand', () => {
    const item = { pk: 'POST', n: 1.5, list: [true, null] };
    const stored = { pk: { S: 'POST' }, n: { N: '1.5' }, list: { L: [{ BOOL: true }, { NULL: true }] } };
    const asked = (values: object) => ({
      TableName: 'table',
      ConsistentRead: true,
      Limit: 2,
      Key: values,
      ExclusiveStartKey: values,
      ExpressionAttributeValues: values,
      TransactItems: [{ Put: { Item: values } }, { Update: { Key: values } }],
    });
    expect(written(asked(item))).toStrictEqual(asked(stored));
  });

  test('has no value that is undefined, and is else as it was said', () => {
    const asked = { Limit: null, Item: { pk: 'POST', userId: undefined } };
    expect(written(asked)).toStrictEqual({ Limit: null, Item: { pk: { S: 'POST' } } });
  });

  test('has names as they are, and nothing of what is left open', () => {
    const ExpressionAttributeNames = { '#Item': 'Item' };
    expect(JSON.stringify(written({ ExpressionAttributeNames, IndexName: undefined, Key: undefined }))).toBe(
      JSON.stringify({ ExpressionAttributeNames }),
    );
  });
});
