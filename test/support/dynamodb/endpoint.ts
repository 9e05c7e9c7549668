import { createServer, type IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import { listen as listenOn } from '../../../lib/local/listen';

/** The header of every reply of DynamoDB. */
export const dynamoDb = { 'content-type': 'application/x-amz-json-1.0' };

/** Sets the environment of a function. The keys are fake, because an embedded database checks none. */
export const setEnvironment = (AWS_ENDPOINT_URL_DYNAMODB: string, TABLE_NAME = 'table') => {
  const keys = { AWS_ACCESS_KEY_ID: 'one', AWS_SECRET_ACCESS_KEY: 'two' };
  Object.assign(process.env, { AWS_ENDPOINT_URL_DYNAMODB, TABLE_NAME, AWS_REGION: 'eu-central-1', ...keys });
};

/** Starts a server for each test where the functions look for DynamoDB, and keeps log lines from standard output. */
export const useEndpoint = () => {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const requests: IncomingMessage[] = [];
  beforeEach(() => {
    requests.length = 0;
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    setEnvironment('');
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const socket of sockets) socket.destroy();
    for (const server of servers.splice(0)) server.close();
  });
  const listen = async (server: Server) => {
    servers.push(server.on('connection', (socket: Socket) => sockets.add(socket)));
    setEnvironment(`http://127.0.0.1:${await listenOn(server, 0)}`);
  };
  /** Starts a DynamoDB that holds no items. */
  const listenHealthy = () => {
    const server = createServer((request, response) => {
      requests.push(request);
      if (request.method === 'GET') response.end('healthy');
      else response.writeHead(200, dynamoDb).end('{"ConsumedCapacity":{"CapacityUnits":1}}');
    });
    return listen(server);
  };
  /** Returns the text that was written to standard output. */
  const logged = () => jest.mocked(process.stdout.write).mock.calls.join('');
  return { requests, listen, listenHealthy, logged };
};
