import type { Server, Socket } from 'node:net';
import { listen as listenOn } from '../../../lib/local/listen';

/** Returns the environment of a function. The keys are fake, because an embedded database checks none. */
export const functionEnvironment = (AWS_ENDPOINT_URL_DYNAMODB: string, TABLE_NAME = 'table') => {
  const keys = { AWS_ACCESS_KEY_ID: 'one', AWS_SECRET_ACCESS_KEY: 'two' };
  return { AWS_ENDPOINT_URL_DYNAMODB, TABLE_NAME, AWS_REGION: 'eu-central-1', ...keys };
};

export const setEnvironment = (endpoint: string, table?: string) =>
  void Object.assign(process.env, functionEnvironment(endpoint, table));

/** Starts a server for each test where the functions look for DynamoDB, and keeps log lines from standard output. */
export const useEndpoint = () => {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  beforeEach(() => {
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
  /** Returns the text that was written to standard output. */
  const logged = () => jest.mocked(process.stdout.write).mock.calls.join('');
  return { listen, logged };
};
