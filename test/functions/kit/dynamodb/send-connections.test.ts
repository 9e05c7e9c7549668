import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import { selfSigned } from '../../../bench/certificate';
import { useEndpoint } from '../../../support/dynamodb/endpoint';
import { until, useAwakeTimers } from '../../../support/time';
import { ask, here } from './ask';

const { listen } = useEndpoint();

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

/** Starts a server that replies to each request with the number of its connection. */
const listenNumbered = () => {
  const sockets: Socket[] = [];
  const server = createServer(({ socket }, response) => response.end(String(sockets.indexOf(socket) + 1)));
  return listen(server.on('connection', (socket) => sockets.push(socket)));
};

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
    await expect(ask(here(), 3000, refuse)).rejects.toMatchObject({ message: 'refused', $retryable: {} });
    expect(await ask()).toBe('2');
  });
});

/** Serves three connections at a time, and then replies on none of them. */
const freezeAfterThree = async (atRequest: (socket: Socket) => unknown) => {
  const asking: ServerResponse[] = [];
  const server = createServer(({ socket }, response) => {
    if (asking.length === 3) return void atRequest(socket);
    if (asking.push(response) === 3) for (const each of asking) each.end('{}');
  });
  await listen(server);
  await Promise.all([ask(), ask(), ask()]);
};

describe('after Lambda has frozen the process', () => {
  test.each([
    ['a reset closes the other idle connections', 'reset', 3000, { code: 'ECONNRESET' }, 0],
    [
      'a second without a reply closes the other idle connections',
      'silent',
      1000,
      { message: 'No reply within 1000 ms' },
      0,
    ],
    ['a timeout of less than a second leaves them open', 'silent', 20, { message: 'No reply within 20 ms' }, 2],
  ])('%s', async (_, kind, timeoutMs, error, left) => {
    await freezeAfterThree((socket) =>
      kind === 'reset' ? socket.resetAndDestroy() : jest.advanceTimersByTime(timeoutMs),
    );
    await expect(ask(here(), timeoutMs)).rejects.toMatchObject(error);
    await until(() => open.size <= left);
    expect(open.size).toBe(left);
  });
});

const certificate = selfSigned();
const { connect } = tls;
/** Makes the client trust the certificate of the server. */
const trust = () =>
  jest
    .spyOn(tls, 'connect')
    .mockImplementation(((options: tls.ConnectionOptions) =>
      connect({ ...options, ca: certificate.cert })) as typeof connect);

test('a connection with TLS serves the next request, and names the host', async () => {
  const names: unknown[] = [];
  const server = createTlsServer(certificate, (_, response) => response.end('{}'));
  server.on('secureConnection', ({ servername }) => names.push(servername));
  await listen(server);
  const named = new URL(`https://localhost:${here().port}`);
  trust();
  expect([await ask(named), await ask(named)]).toEqual(['{}', '{}']);
  expect(names).toEqual(['localhost']);
});

test('a connection is refused when the certificate is of an unknown authority, or of another name', async () => {
  await listen(createTlsServer(certificate, (_, response) => response.setHeader('connection', 'close').end('{}')));
  const [named, unnamed] = ['localhost', '127.0.0.1'].map((host) => new URL(`https://${host}:${here().port}`));
  await expect(ask(named)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  trust();
  await ask(named);
  await expect(ask(unnamed)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
});
