import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { send } from '../../../functions/dynamodb/send';
import { useAwakeTimers } from '../../support/awake';
import { requestTo } from '../../support/dynamodb/request';
import { ask, here, reply, useSockets } from '../../support/dynamodb/sockets';
import { until } from '../../support/local/wire';

const { listenRaw, listenNumbered } = useSockets();

useAwakeTimers();

/** Open connections of the client. */
const open = new Set<Socket>();
const track = (message: unknown) => {
  const { socket } = message as { socket: Socket };
  open.add(socket.once('close', () => open.delete(socket)));
};
beforeEach(() => {
  open.clear();
  subscribe('net.client.socket', track);
});
afterEach(() => unsubscribe('net.client.socket', track));

describe('a connection', () => {
  test('serves the next request, but is closed after 10 s without a request', async () => {
    await listenNumbered();
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
    expect(await ask()).toBe('1');
    now.mockReturnValue(1_010_000);
    expect(await ask()).toBe('1');
    now.mockReturnValue(1_020_001);
    expect(await ask()).toBe('2');
    await until(() => open.size < 2);
    expect(open.size).toBe(1);
  });

  test('whose reply is refused is not used again', async () => {
    await listenNumbered();
    const refuse = () => new Error('refused');
    await expect(send(requestTo(here()), 3000, refuse)).rejects.toMatchObject({ message: 'refused', $retryable: {} });
    expect(await ask()).toBe('2');
  });
});

/** Serves three connections at a time, and then replies on none of them. */
const freezeAfterThree = async (atRequest: (socket: Socket) => unknown) => {
  const asking: Socket[] = [];
  await listenRaw((socket) =>
    socket.on('data', () => {
      if (asking.length === 3) atRequest(socket);
      else if (asking.push(socket) === 3) for (const each of asking) each.write(reply('{}'));
    }),
  );
  await Promise.all([ask(), ask(), ask()]);
};

describe('after Lambda has frozen the process', () => {
  test.each([
    ['a reset connection takes the other idle ones with it', 'reset', 3000, { code: 'ECONNRESET' }, 0],
    ['a connection without a reply after a second, too', 'silent', 1000, { message: 'No reply within 1000 ms' }, 0],
    ['a request with less than a second for its reply does not', 'silent', 20, { message: 'No reply within 20 ms' }, 2],
  ])('%s', async (_, kind, timeoutMs, error, left) => {
    await freezeAfterThree((socket) =>
      kind === 'reset' ? socket.resetAndDestroy() : jest.advanceTimersByTime(timeoutMs),
    );
    await expect(ask(here(), timeoutMs)).rejects.toMatchObject(error);
    await until(() => open.size <= left);
    expect(open.size).toBe(left);
  });
});
