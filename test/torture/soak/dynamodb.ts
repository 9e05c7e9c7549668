import { readFileSync, writeSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Answer, answers, cancelled, failed, type Input, throttled } from './answers';

/*
 * A DynamoDB with canned replies, over TLS, as a process of its own. Every hundredth call has a fault. The next call is
 * sound, so that the service pauses once for a fault.
 */

const FAULT_EVERY = 100;
/** A call without a reply costs the service's timeout of a second, so 1 fault in 50 is one. */
const STALL_EVERY = 50;
const SLOW_MS = 20;
/** Asks to close the kept connections. */
const CLOSE_PATH = '/close';

type Call = { readonly input: Input; readonly response: ServerResponse; readonly n: number };

const send = (response: ServerResponse, [status, content]: Answer) => {
  const body = JSON.stringify(content);
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(body),
    'x-amzn-requestid': 'R'.repeat(52),
    'x-amz-crc32': crc32(body),
  });
  response.end(body);
};

const throttleItem = ({ input, n }: Call) => {
  const Code = n % 2 ? 'ThrottlingError' : 'ProvisionedThroughputExceeded';
  return input.TransactItems ? cancelled(input, 0, { Code, Message: 'Throughput exceeds the limit' }) : throttled();
};

const faults: readonly ((call: Call, answer: () => void) => void)[] = [
  ({ response }) => send(response, throttled()),
  ({ response }) => send(response, failed()),
  ({ response }) => response.socket?.destroy(),
  ({ response }) => response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: none\r\n\r\n{}'),
  ({ response }) => response.end('<html><p>Bad Gateway</p></html>'),
  (_, answer) => setTimeout(answer, SLOW_MS),
  (call) => send(call.response, throttleItem(call)),
];

let calls = 0;
let callsOfGroup = 0;
const serve = async (request: IncomingMessage, response: ServerResponse) => {
  // Priming asks only whether DynamoDB is there. The first call of a group of requests follows.
  if (request.method === 'GET') {
    callsOfGroup = 0;
    response.end('healthy');
    if (request.url === CLOSE_PATH) server.closeIdleConnections();
    return;
  }
  const operation = String(request.headers['x-amz-target']).replace('DynamoDB_20120810.', '');
  const input: Input = JSON.parse(await text(request));
  calls++;
  const n = ++callsOfGroup;
  const answer = () => send(response, answers[operation]?.(input, n) ?? failed());
  if (calls % FAULT_EVERY) return answer();
  const fault = calls / FAULT_EVERY;
  if (fault % STALL_EVERY) faults[fault % faults.length]?.({ input, response, n }, answer);
};

const [folder = ''] = process.argv.slice(2);
const server = createServer(
  { key: readFileSync(`${folder}/key.pem`), cert: readFileSync(`${folder}/cert.pem`), keepAliveTimeout: 600_000 },
  serve,
);
// A client that resets a connection is no error of this process.
server.on('tlsClientError', () => {});
// The process ends when the one that started it does.
process.stdin.resume().on('end', () => process.exit());
server.listen(0, 'localhost', () => writeSync(3, `${(server.address() as AddressInfo).port}`));
