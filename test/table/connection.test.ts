import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import net, { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import { transport } from '../../functions/table/transport';
import { retryAfterPause } from '../awake';
import { selfSigned } from '../bench/certificate';
import { useEndpoint } from '../endpoint';

const { listen } = useEndpoint();

const placeOf = () => new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
const ask = async (to = placeOf(), leftMs = 3000, body = '{}') => {
  const sent = { to, method: 'POST' as const, headers: { host: to.host }, body };
  return (await transport.handle(sent, leftMs)).body.toString();
};

const reply = (text: string, headers = '') =>
  `HTTP/1.1 200 OK\r\n${headers}content-length: ${text.length}\r\n\r\n${text}`;

/** Answers each request with the number of its connection, and lets something happen to that. */
const listenCounting = async (
  after: (socket: Socket) => void,
  headers = '',
  pauseMs: (socket: Socket) => number = () => 0,
) => {
  let connections = 0;
  await listen(
    createServer((socket) => {
      const name = String(++connections);
      const answer = () => socket.write(reply(name, headers), () => after(socket));
      socket.on('error', () => {}).on('data', () => setTimeout(answer, pauseMs(socket)));
    }),
  );
};

retryAfterPause();

describe('a connection', () => {
  test('is kept for the next call to the same place, and for no other', async () => {
    await listenCounting(() => {});
    const first = placeOf();
    expect([await ask(first), await ask(first)]).toEqual(['1', '1']);
    await listenCounting(() => {});
    await ask();
    expect(await ask(first)).toBe('1');
  });

  test('that was idle for more than 10 s is closed, and not used again', async () => {
    const open = new Set<Socket>();
    await listenCounting((socket) => open.add(socket.once('close', () => open.delete(socket))));
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
    expect(await ask()).toBe('1');
    now.mockReturnValue(1_010_000);
    expect(await ask()).toBe('1');
    now.mockReturnValue(1_020_001);
    expect(await ask()).toBe('2');
    await pause(20);
    expect(open.size).toBe(1);
  });

  test('keeps no process from its end while nobody uses it', async () => {
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCPSocket')).length;
    let meanwhile = 0;
    await listen(
      createHttpServer((_, response) => {
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
    ['broke', (socket) => socket.resetAndDestroy(), ''],
    ['will be closed', () => {}, 'Connection: Close\r\n'],
    ['said what nobody asked for', (socket) => setTimeout(() => socket.write(reply('something else')), 5), ''],
  ])('that %s is not used again', async (_, after, headers) => {
    await listenCounting(after, headers);
    expect(await ask()).toBe('1');
    await pause(20);
    expect(await ask()).toBe('2');
  });

  test('of a call that ended too late is not used again', async () => {
    let connections = 0;
    await listen(
      createServer((socket) => {
        const isFirst = ++connections === 1;
        const answer = () => socket.write(reply(isFirst ? 'late' : 'in time'));
        socket.on('error', () => {}).on('data', () => setTimeout(answer, isFirst ? 40 : 0));
      }),
    );
    await expect(ask(placeOf(), 20)).rejects.toThrow('Nothing came within 20 ms.');
    await expect(ask()).resolves.toBe('in time');
  });

  test('has no limit on the time of a call that is over, nor on that of its opening', async () => {
    let isSlow = false;
    await listenCounting(
      (socket) => isSlow && socket.destroy(),
      '',
      () => (isSlow ? 600 : 0),
    );
    expect(await ask(placeOf(), 20)).toBe('1');
    await pause(40);
    isSlow = true;
    expect(await ask()).toBe('1');
  });

  test('whose request is not all sent when the reply comes is not used again', async () => {
    let connections = 0;
    await listen(
      createServer((socket) => {
        socket.on('error', () => {}).pause();
        socket.write(reply(String(++connections)));
      }),
    );
    expect([await ask(placeOf(), 1000, 'a'.repeat(20_000_000)), await ask()]).toEqual(['1', '2']);
  });

  test('that is dead takes those with it that were kept beside it, to the same place', async () => {
    await listenCounting(() => {});
    const other = placeOf();
    expect(await ask(other)).toBe('1');
    const asked = new Set<Socket>();
    await listenCounting(
      (socket) => asked.add(socket),
      '',
      (socket) => {
        if (asked.has(socket)) socket.resetAndDestroy();
        return 5;
      },
    );
    await Promise.all([ask(), ask(), ask()]);
    await expect(ask()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect([await ask(), await ask(other)]).toEqual(['4', '1']);
  });

  test('goes to an address in brackets, too', async () => {
    jest.spyOn(net, 'connect').mockImplementation((options: unknown) => {
      throw new Error(JSON.stringify(options));
    });
    await expect(ask(new URL('http://[::1]:8000'))).rejects.toThrow('{"host":"::1","port":8000}');
    await expect(ask(new URL('http://localhost'))).rejects.toThrow('{"host":"localhost","port":80}');
  });

  test('that cannot be opened takes the place of none', async () => {
    const open = jest.spyOn(tls, 'connect').mockImplementation(() => {
      throw new Error('no cipher');
    });
    const calls = Array.from({ length: 20 }, () => ask(new URL('https://localhost')));
    for (const call of calls) await expect(call).rejects.toThrow('no cipher');
    expect(open).toHaveBeenCalledTimes(20);
    expect(open).toHaveBeenCalledWith(expect.objectContaining({ host: 'localhost', port: 443 }));
    await listenCounting(() => {});
    expect(await ask()).toBe('1');
  });

  test('that no call has got in time is not waited for, and what was to be sent is not', async () => {
    let asked = 0;
    const held: (() => void)[] = [];
    await listen(
      createHttpServer((_, response) => {
        asked++;
        held.push(() => response.end('{}'));
      }),
    );
    const first = Array.from({ length: 16 }, () => ask());
    await expect(ask(placeOf(), 50)).rejects.toThrow('Nothing came within 50 ms.');
    const last = ask();
    for (const release of held) release();
    await Promise.all(first);
    await pause(20);
    held.at(-1)?.();
    await last;
    expect(asked).toBe(17);
  });

  describe('with TLS', () => {
    const certificate = selfSigned();
    const handshakes: unknown[] = [];
    let isBroken = false;
    beforeEach(() => {
      isBroken = false;
      handshakes.length = 0;
    });
    const { connect } = tls;
    const trust = (more: tls.ConnectionOptions = {}) =>
      jest
        .spyOn(tls, 'connect')
        .mockImplementation(((options: tls.ConnectionOptions) =>
          connect({ ...options, ca: certificate.cert, ...more })) as typeof connect);
    /** By name, and by address. */
    const listenTls = async (connection = 'close') => {
      const server = createTlsServer(certificate, (_, response) =>
        response.setHeader('connection', connection).end('{}'),
      );
      server.on('secureConnection', (socket) => {
        const { servername, alpnProtocol } = socket;
        handshakes.push({ servername, alpnProtocol, isReused: socket.isSessionReused() });
      });
      await listen(createServer((socket) => void (isBroken ? socket.destroy() : server.emit('connection', socket))));
      const { port } = placeOf();
      return [new URL(`https://localhost:${port}`), new URL(`https://127.0.0.1:${port}`)] as const;
    };
    const handshake = (isReused: boolean, servername: string | false = 'localhost') => ({
      servername,
      alpnProtocol: 'http/1.1',
      isReused,
    });

    test('names the host, and begins with what is known of the one before', async () => {
      const [named] = await listenTls();
      trust();
      for (let i = 0; i < 3; i++) expect(await ask(named)).toBe('{}');
      expect(handshakes).toEqual([handshake(false), handshake(true), handshake(true)]);
    });

    test('is kept for the next call, too', async () => {
      const [named] = await listenTls('keep-alive');
      trust();
      expect([await ask(named), await ask(named)]).toEqual(['{}', '{}']);
      expect(handshakes).toEqual([handshake(false)]);
    });

    test('begins anew after one that failed', async () => {
      const [named] = await listenTls();
      trust();
      await ask(named);
      isBroken = true;
      await expect(ask(named)).rejects.toMatchObject({ $retryable: {} });
      isBroken = false;
      await ask(named);
      expect(handshakes).toEqual([handshake(false), handshake(false)]);
    });

    test('names no host that has none', async () => {
      const [, unnamed] = await listenTls();
      trust({ checkServerIdentity: () => undefined });
      await ask(unnamed);
      expect(handshakes).toEqual([handshake(false, false)]);
    });

    test('is none with whom nobody vouches for, or who is another', async () => {
      const [named, unnamed] = await listenTls();
      await expect(ask(named)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
      trust();
      await ask(named);
      await expect(ask(unnamed)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    });
  });
});
