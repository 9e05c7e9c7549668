import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { send } from '../../../functions/dynamodb/send';
import { useAwakeTimers } from '../../support/awake';
import { requestTo } from '../../support/dynamodb/request';
import { ask, here, reply, useSockets } from '../../support/dynamodb/sockets';
import { until } from '../../support/local/wire';

const { listen, listenRaw, listenNumbered } = useSockets();

useAwakeTimers();

describe('a connection', () => {
  test('serves the next request to the same host, and to no other', async () => {
    await listenNumbered();
    const first = here();
    expect([await ask(first), await ask(first)]).toEqual(['1', '1']);
    await listenNumbered();
    await ask();
    expect(await ask(first)).toBe('1');
  });

  test('that was idle for more than 10 s is closed, and not used again', async () => {
    const open = new Set<Socket>();
    await listenNumbered((socket) => open.add(socket.once('close', () => open.delete(socket))));
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
    expect(await ask()).toBe('1');
    now.mockReturnValue(1_010_000);
    expect(await ask()).toBe('1');
    now.mockReturnValue(1_020_001);
    expect(await ask()).toBe('2');
    await pause(20);
    expect(open.size).toBe(1);
  });

  test('does not keep the process alive when it is idle', async () => {
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCPSocket')).length;
    let meanwhile = 0;
    await listen(
      createServer((_, response) => {
        meanwhile = sockets();
        response.end('{}');
      }),
    );
    await ask();
    await ask();
    expect(meanwhile - sockets()).toBe(1);
  });

  test.each<[string, (socket: Socket) => void, string]>([
    ['was closed', (socket) => socket.end(), ''],
    ['was reset', (socket) => socket.resetAndDestroy(), ''],
    ['is announced to close', () => {}, 'Connection: Close\r\n'],
  ])('that %s is not used again', async (_, after, headers) => {
    await listenNumbered(after, headers);
    expect(await ask()).toBe('1');
    await pause(20);
    expect(await ask()).toBe('2');
  });

  test('that carried a second reply does not give it to the next request', async () => {
    const sent: Socket[] = [];
    await listenNumbered(async (socket) => {
      await pause(5);
      socket.write(reply('something else'), () => sent.push(socket));
    });
    expect(await ask()).toBe('1');
    await until(() => sent.length > 0);
    await pause(20);
    expect(await ask()).toMatch(/^[12]$/);
  });

  test('whose reply is refused is not used again', async () => {
    await listenNumbered();
    const refuse = () => new Error('refused');
    await expect(send(requestTo(here()), 3000, refuse)).rejects.toMatchObject({ message: 'refused', $retryable: {} });
    expect(await ask()).toBe('2');
  });
});

/** Serves three connections at a time, and then replies on none of them. */
const listenUntilFrozen = async (atRequest: (socket: Socket) => unknown) => {
  const open = new Set<Socket>();
  let isFrozen = false;
  await listenRaw((socket) => {
    open.add(socket.once('close', () => open.delete(socket)));
    socket.on('data', () => (isFrozen ? atRequest(socket) : setTimeout(() => socket.write(reply('{}')), 5)));
  });
  await Promise.all([ask(), ask(), ask()]);
  isFrozen = true;
  return open;
};

describe('after Lambda has frozen the process', () => {
  test.each([
    ['a reset connection takes the other idle ones with it', 'reset', 3000, { code: 'ECONNRESET' }, 0],
    ['a connection without a reply after a second, too', 'silent', 1000, { message: 'No reply within 1000 ms' }, 0],
    ['a request with less than a second for its reply does not', 'silent', 20, { message: 'No reply within 20 ms' }, 2],
  ])('%s', async (_, kind, timeoutMs, error, left) => {
    const open = await listenUntilFrozen((socket) =>
      kind === 'reset' ? socket.resetAndDestroy() : jest.advanceTimersByTime(timeoutMs),
    );
    await expect(ask(here(), timeoutMs)).rejects.toMatchObject(error);
    await pause(20);
    expect(open.size).toBe(left);
  });
});
