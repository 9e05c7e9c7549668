import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { marshall } from '@aws-sdk/util-dynamodb';
import { storedItem } from './routes';

const item = marshall(storedItem, { removeUndefinedValues: true });

const used = (CapacityUnits: number) => ({ TableName: 'table', CapacityUnits });

const replies: Record<string, (limit: number) => object> = {
  GetItem: () => ({ Item: item, ConsumedCapacity: used(1) }),
  PutItem: () => ({ ConsumedCapacity: used(1) }),
  TransactWriteItems: () => ({ ConsumedCapacity: [used(2)] }),
  UpdateItem: () => ({ Attributes: item, ConsumedCapacity: used(1) }),
  Query: (limit) => ({
    Items: Array(limit).fill(item),
    Count: limit,
    ScannedCount: limit,
    LastEvaluatedKey: { pk: item.pk, sk: item.sk },
    ConsumedCapacity: used(0.5 * Math.ceil((limit * 500) / 4096)),
  }),
};

/** Starts a stand-in for DynamoDB with canned replies over TLS. */
export const startCannedDynamoDb = async (certificate: { readonly key: string; readonly cert: string }) => {
  const server = createServer({ ...certificate, keepAliveTimeout: 600_000 }, async (request, response) => {
    // Priming sends a GET without a command.
    if (request.method === 'GET') return void response.end(`healthy: ${request.headers.host}`);
    const operation = String(request.headers['x-amz-target']).replace('DynamoDB_20120810.', '');
    const { Limit = 50 } = (await json(request)) as { readonly Limit?: number };
    const reply = replies[operation]?.(Limit);
    const body = JSON.stringify(reply ?? { __type: 'UnknownOperationException' });
    response.writeHead(reply ? 200 : 400, {
      server: 'Server',
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(body),
      connection: 'keep-alive',
      'x-amzn-requestid': randomUUID().replaceAll('-', '').toUpperCase(),
      'x-amz-crc32': crc32(body),
    });
    response.end(body);
  });
  await once(server.listen(0, 'localhost'), 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
};
