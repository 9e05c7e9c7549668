import { createServer, type Socket } from 'node:net';
import { send } from '../../../../functions/kit/dynamodb/send';
import { useEndpoint } from '../../../support/dynamodb/endpoint';

/** Address of the server that the test has started. */
export const here = () => new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');

/** Sends a request as the SDK hands it to its `requestHandler`. Returns the body of the reply. */
export const ask = async (to = here(), timeoutMs = 3000, check?: Parameters<typeof send>[2]) => {
  const { protocol, hostname, host, port } = to;
  const address = { protocol, hostname, port: Number(port) || undefined, path: '/' };
  const headers = { host, 'content-length': '2' };
  return (await send({ ...address, method: 'POST', headers, body: '{}' }, timeoutMs, check)).body.toString();
};

/** Formats a reply with a length. */
export const reply = (text: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`;

/** Starts servers that write bytes of HTTP themselves, so that a test can break the protocol. */
export const useSockets = () => {
  const { listen } = useEndpoint();
  /** Starts a server that runs this for each connection. */
  const listenRaw = (serve: (socket: Socket) => unknown) =>
    listen(createServer((socket) => serve(socket.on('error', () => {}))));
  /** Starts a server that replies to each request with the number of its connection. */
  const listenNumbered = () => {
    let connections = 0;
    return listenRaw((socket) => {
      const connection = ++connections;
      socket.on('data', () => socket.write(reply(String(connection))));
    });
  };
  return { listen, listenRaw, listenNumbered };
};
