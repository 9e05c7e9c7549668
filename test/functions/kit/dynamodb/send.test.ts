import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { useEndpoint } from '../../../support/dynamodb/endpoint';
import { useAwakeTimers } from '../../../support/time';
import { ask, here } from './ask';

const { listen } = useEndpoint();
const closedPort = new URL('http://127.0.0.1:1');

useAwakeTimers();

describe('a request', () => {
  test('fails when there is no connection after half a second', async () => {
    jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
      setImmediate(() => jest.advanceTimersByTime(500));
      return Object.assign(this, { connecting: true });
    });
    const error = { name: 'TimeoutError', message: 'No connection within 500 ms' };
    await expect(ask(closedPort)).rejects.toMatchObject(error);
  });

  test.each(['', '{'])(
    'fails at its timeout after the beginning "%s" of a reply, and closes the connection',
    async (text) => {
      let closed: Promise<unknown> | undefined;
      const server = createServer((_, response) => {
        closed = new Promise((resolve) => response.on('close', resolve));
        if (text) response.writeHead(200, { 'content-length': 2 }).write(text);
      });
      await listen(server);
      await expect(ask(here(), 50)).rejects.toMatchObject({ message: 'No reply within 50 ms', $retryable: {} });
      await closed;
    },
  );

  test('is never sent when none of 16 connections was free before its timeout', async () => {
    const held: (() => void)[] = [];
    let served = 0;
    await listen(
      createServer((_, response) => {
        if (++served > 16) return void response.end('{}');
        held.push(() => response.end('{}'));
      }),
    );
    const first = Array.from({ length: 16 }, () => ask());
    await expect(ask(here(), 100)).rejects.toThrow('No reply within 100 ms');
    for (const release of held) release();
    await Promise.all(first);
    await ask();
    expect(served).toBe(17);
  });

  test('goes to an address in brackets', async () => {
    const connect = jest.spyOn(Socket.prototype, 'connect').mockImplementation(() => {
      throw new Error('none');
    });
    await expect(ask(new URL('http://[::1]:8000'))).rejects.toThrow('none');
    expect(JSON.stringify(connect.mock.calls)).toContain('"host":"::1","port":8000');
  });
});

describe('a reply', () => {
  const head = 'HTTP/1.1 200 OK\r\n';
  test.each([
    ['is closed before it begins', ''],
    ['is shorter than announced', `${head}content-length: 10\r\n\r\n{}`],
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'],
    ['says only that the client may continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ])('that %s is an error to retry before the timeout', async (_, text) => {
    await listen(createServer(({ socket }) => socket.end(text)));
    await expect(ask()).rejects.toMatchObject({ name: 'Error', $retryable: {} });
  });
});
