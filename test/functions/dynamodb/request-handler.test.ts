import { createServer } from 'node:http';
import { requestHandler } from '../../../functions/dynamodb/request-handler';
import { useAwakeTimers } from '../../support/awake';
import { dynamoDb, useEndpoint } from '../../support/dynamodb/endpoint';
import { requestTo } from '../../support/dynamodb/request';
import { here } from '../../support/dynamodb/sockets';

const { listen } = useEndpoint();

useAwakeTimers();

describe('the request handler', () => {
  const json = { 'content-type': 'application/json' };
  const metered = '{"ReturnConsumedCapacity":"TOTAL"}';
  const handle = async (status: number, headers: Record<string, string>, text: string, asked = '{}') => {
    await listen(createServer((_, response) => response.writeHead(status, headers).end(text)));
    const { response } = await requestHandler.handle(requestTo(here(), asked));
    return response.body.toString();
  };

  test.each([
    ['a success of DynamoDB', 200, dynamoDb],
    ['a refusal of DynamoDB', 400, dynamoDb],
    ['a refusal in plain JSON', 400, json],
  ])('returns %s', async (_, status, headers) => {
    expect(await handle(status, headers, '{}')).toBe('{}');
  });

  test.each([
    ['a success in plain JSON', 200, json, '{}'],
    ['a page of a proxy', 502, { 'content-type': 'text/html' }, '<html></html>'],
    ['a reply without a type', 200, {}, '{}'],
    ['an empty reply of the right type', 200, dynamoDb, ''],
    ['a page of the right type', 200, dynamoDb, '<html></html>'],
    ['an empty object without the capacity that was asked for', 200, dynamoDb, '{}', metered],
    ['an object of a proxy without the capacity that was asked for', 200, dynamoDb, '{"message":null}', metered],
  ])('throws an error to retry for %s', async (_, status, headers: Record<string, string>, text, asked = '{}') => {
    await expect(handle(status, headers, text, asked)).rejects.toMatchObject({
      message: `The reply is not one of DynamoDB: status ${status}, type "${headers['content-type'] ?? ''}"`,
      $retryable: {},
      $metadata: { httpStatusCode: status },
    });
  });

  test('throws when an attempt has no reply after a second', async () => {
    await listen(createServer(() => jest.advanceTimersByTime(1000)));
    await expect(requestHandler.handle(requestTo(here()))).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'No reply within 1000 ms',
    });
  });
});
