import { readFileSync, writeSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type CannedReply, type CommandInput, cancelled, failed, replies, throttled } from './replies';

/*
 * A stand-in for DynamoDB with canned replies over TLS, in a process of its own. Every hundredth call gets a fault. The
 * call after a fault gets none, so that the service waits for one retry only.
 */

const FAULT_EVERY = 100;
/** One of 50 faults is a call without a reply. They are rare, because each takes the service's timeout of 1 s. */
const STALL_EVERY = 50;
const SLOW_MS = 20;
/** A GET of this path closes the idle connections. */
const CLOSE_PATH = '/close';

type SoakCall = { readonly input: CommandInput; readonly response: ServerResponse; readonly n: number };

const send = (response: ServerResponse, [status, content]: CannedReply) => {
  const body = JSON.stringify(content);
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(body),
    'x-amzn-requestid': 'R'.repeat(52),
    'x-amz-crc32': crc32(body),
  });
  response.end(body);
};

const throttleItem = ({ input, n }: SoakCall) => {
  const Code = n % 2 ? 'ThrottlingError' : 'ProvisionedThroughputExceeded';
  return input.TransactItems ? cancelled(input, 0, { Code, Message: 'Throughput exceeds the limit' }) : throttled();
};

const faults: readonly ((call: SoakCall, reply: () => void) => void)[] = [
  ({ response }) => send(response, throttled()),
  ({ response }) => send(response, failed()),
  ({ response }) => response.socket?.destroy(),
  ({ response }) => response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: none\r\n\r\n{}'),
  ({ response }) => response.end('<html><p>Bad Gateway</p></html>'),
  (_, reply) => setTimeout(reply, SLOW_MS),
  (call) => send(call.response, throttleItem(call)),
];

let calls = 0;
let callsOfGroup = 0;
const serve = async (request: IncomingMessage, response: ServerResponse) => {
  // A GET comes from priming, and before each group of requests. It restarts the count of the group's calls.
  if (request.method === 'GET') {
    callsOfGroup = 0;
    response.end('healthy');
    if (request.url === CLOSE_PATH) server.closeIdleConnections();
    return;
  }
  const operation = String(request.headers['x-amz-target']).replace('DynamoDB_20120810.', '');
  const input: CommandInput = JSON.parse(await text(request));
  calls++;
  const n = ++callsOfGroup;
  const reply = () => send(response, replies[operation]?.(input, n) ?? failed());
  if (calls % FAULT_EVERY) return reply();
  const fault = calls / FAULT_EVERY;
  if (fault % STALL_EVERY) faults[fault % faults.length]?.({ input, response, n }, reply);
};

const [folder = ''] = process.argv.slice(2);
const server = createServer(
  { key: readFileSync(`${folder}/key.pem`), cert: readFileSync(`${folder}/cert.pem`), keepAliveTimeout: 600_000 },
  serve,
);
// Ignores connections that a client resets.
server.on('tlsClientError', () => {});
// Ends this process when its parent process ends.
process.stdin.resume().on('end', () => process.exit());
server.listen(0, 'localhost', () => writeSync(3, `${(server.address() as AddressInfo).port}`));
