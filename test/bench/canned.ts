import { randomUUID } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';

/*
 * A stand-in for DynamoDB with canned replies over TLS. It is a process of its own, so that its CPU time is not counted
 * for a variant. Its items have the attributes that all variants need, so that all variants read the same bytes. Each
 * post of a page has another author.
 */

const id = '01890000-0000-7000-8000-000000000000';
const time = '2026-11-21T12:00:00.000Z';
const text = (value: string) => ({ S: value });

const item = {
  pk: text('POST'),
  sk: text(id),
  id: text(id),
  title: text('A title'),
  content: text('Some text to read. '.repeat(10)),
  rev: text('q83vEjRWeJCrze8S'),
  createdAt: text(time),
  updatedAt: text(time),
};
const key = { pk: item.pk, sk: item.sk };

const used = (CapacityUnits: number) => ({ TableName: 'table', CapacityUnits });
const page = (Limit: number) => ({
  Items: Array.from({ length: Limit }, (_, n) => ({ ...item, userId: text(id.replace(/0{3}$/, String(100 + n))) })),
  Count: Limit,
  ScannedCount: Limit,
  LastEvaluatedKey: key,
  ConsumedCapacity: used(0.5 * Math.ceil((Limit * 500) / 4096)),
});

type Keys = { readonly Keys: readonly { readonly sk: object }[] };

const batch = (requestItems: Readonly<Record<string, Keys>>) => {
  const found = Object.entries(requestItems).map(([table, { Keys }]): [string, object[]] => [
    table,
    Keys.map(({ sk }) => ({ sk, name: text('Ada Lovelace') })),
  ]);
  const ConsumedCapacity = found.map(([, items]) => used(items.length / 2));
  return { Responses: Object.fromEntries(found), UnprocessedKeys: {}, ConsumedCapacity };
};

type Input = { readonly Limit?: number; readonly RequestItems?: Readonly<Record<string, Keys>> };

const replies: Record<string, (input: Input) => object> = {
  BatchGetItem: ({ RequestItems = {} }) => batch(RequestItems),
  GetItem: () => ({ Item: item, ConsumedCapacity: used(1) }),
  PutItem: () => ({ ConsumedCapacity: used(1) }),
  TransactWriteItems: () => ({ ConsumedCapacity: [used(2)] }),
  UpdateItem: () => ({ Attributes: item, ConsumedCapacity: used(1) }),
  Query: ({ Limit = 50 }) => page(Limit),
};

const readAll = async (request: IncomingMessage) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
};

const [folder = ''] = process.argv.slice(2);
const server = createServer(
  { key: readFileSync(`${folder}/key.pem`), cert: readFileSync(`${folder}/cert.pem`), keepAliveTimeout: 600_000 },
  async (request, response) => {
    // Priming sends a GET without a command.
    if (request.method === 'GET') return void response.end(`healthy: ${request.headers.host}`);
    const operation = String(request.headers['x-amz-target']).replace('DynamoDB_20120810.', '');
    const input = JSON.parse(await readAll(request));
    const reply = replies[operation]?.(input);
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
  },
);
// Ends this process when its parent process ends.
process.stdin.resume().on('end', () => process.exit());
server.listen(0, 'localhost', () => writeSync(3, `${(server.address() as AddressInfo).port}`));
