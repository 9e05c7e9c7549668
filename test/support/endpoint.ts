import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';

/** The header of every reply of DynamoDB. */
export const dynamoDb = { 'content-type': 'application/x-amz-json-1.0' };

/** What stands where a function looks for DynamoDB, another one for each test; nothing is written to standard output. */
export const useEndpoint = () => {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const requests: IncomingMessage[] = [];
  beforeEach(() => {
    requests.length = 0;
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    Object.assign(process.env, {
      AWS_REGION: 'eu-central-1',
      TABLE_NAME: 'table',
      AWS_ACCESS_KEY_ID: 'one',
      AWS_SECRET_ACCESS_KEY: 'two',
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const socket of sockets) socket.destroy();
    for (const server of servers.splice(0)) server.close();
  });
  const listen = async (server: Server) => {
    servers.push(server.on('connection', (socket: Socket) => sockets.add(socket)));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    process.env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  return {
    requests,
    listen,
    /** A DynamoDB that is there, and holds nothing. */
    listenHealthy: () =>
      listen(
        createServer((request, response) => {
          requests.push(request);
          if (request.method === 'GET') response.end('healthy');
          else response.writeHead(200, dynamoDb).end('{"ConsumedCapacity":{"CapacityUnits":1}}');
        }),
      ),
    /** All that was written to standard output. */
    said: () => jest.mocked(process.stdout.write).mock.calls.join(''),
  };
};
