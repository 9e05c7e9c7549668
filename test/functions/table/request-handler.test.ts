import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import { requestHandler } from '../../../functions/table/request-handler';
import { send } from '../../../functions/table/send';
import { selfSigned } from '../../bench/speed/certificate';
import { useAwakeTimers } from '../../support/awake';
import { dynamoDb, useEndpoint } from '../../support/endpoint';
import { requestTo } from '../../support/request';

const { listen } = useEndpoint();

const here = () => new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
const nobody = new URL('http://127.0.0.1:1');
const ask = async (to = here(), timeoutMs = 3000, body = '{}') =>
  (await send(requestTo(to, body), timeoutMs)).body.toString();

const reply = (text: string, headers = '') =>
  `HTTP/1.1 200 OK\r\n${headers}content-length: ${text.length}\r\n\r\n${text}`;

/** Serves raw TCP: answers each chunk with what `text` makes of the number of the connection. */
const listenRaw = (text: (connection: number) => string | Buffer, after = (_: Socket, __: number) => {}) => {
  let connections = 0;
  return listen(
    createServer((socket) => {
      const connection = ++connections;
      socket.on('error', () => {}).on('data', () => socket.write(text(connection), () => after(socket, connection)));
    }),
  );
};
const numbered = (after?: (socket: Socket, connection: number) => void, headers = '') =>
  listenRaw((connection) => reply(String(connection), headers), after);

useAwakeTimers();

describe('a request', () => {
  test('arrives as it was sent, and its reply, too', async () => {
    await listen(
      createHttpServer(async (request, response) => {
        const body = Buffer.concat(await request.toArray()).toString();
        const { method, url, headers } = request;
        const text = JSON.stringify({ method, url, headers, body });
        response.writeHead(201, { one: 'two' }).write(text.slice(0, 9));
        setImmediate(() => response.end(text.slice(9)));
      }),
    );
    const { statusCode, headers, body } = await send(requestTo(here(), '{"é":1}'), 3000);
    expect([statusCode, headers]).toMatchObject([201, { one: 'two' }]);
    expect(JSON.parse(body.toString())).toEqual({
      method: 'POST',
      url: '/',
      headers: { 'x-amz-target': 'one', 'content-length': '8', host: here().host, connection: 'keep-alive' },
      body: '{"é":1}',
    });
  });

  test('fails with ECONNREFUSED when nobody listens', async () => {
    await expect(ask(nobody)).rejects.toMatchObject({ code: 'ECONNREFUSED', $retryable: {} });
  });

  test('waits half a second for a connection', async () => {
    jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
      return Object.assign(this, { connecting: true });
    });
    await expect(ask(nobody)).rejects.toMatchObject({ name: 'TimeoutError', message: 'No connection within 500 ms' });
  });

  test.each(['never begins', 'never ends'])(
    'ends at its timeout when the reply %s, and leaves nothing open',
    async (how) => {
      const closed = new Promise<void>((resolve) => {
        listen(
          createHttpServer(({ socket }, response) => {
            socket.on('close', () => resolve());
            if (how === 'never ends') response.write('{');
          }),
        );
      });
      await new Promise((resolve) => setImmediate(resolve));
      await expect(ask(here(), 50)).rejects.toMatchObject({ message: 'No reply within 50 ms', $retryable: {} });
      await closed;
    },
  );

  test('is never sent when it got no connection in time', async () => {
    const held: (() => void)[] = [];
    await listen(createHttpServer((_, response) => void held.push(() => response.end('{}'))));
    const first = Array.from({ length: 16 }, () => ask());
    await expect(ask(here(), 100)).rejects.toThrow('No reply within 100 ms');
    for (const release of held) release();
    await Promise.all(first);
    await pause(20);
    expect(held).toHaveLength(16);
  });

  test('waits for one of 16 connections', async () => {
    let open = 0;
    let most = 0;
    await listen(
      createHttpServer((_, response) => {
        most = Math.max(most, ++open);
        setTimeout(() => response.end('{}', () => open--), 10);
      }),
    );
    await Promise.all(Array.from({ length: 40 }, () => ask()));
    expect(most).toBe(16);
  });
});

describe('a reply', () => {
  const head = 'HTTP/1.1 200 OK\r\n';
  test.each([
    ['is closed before it begins', ''],
    ['is no HTTP', 'garbage\r\n\r\n'],
    ['is shorter than announced', `${head}content-length: 10\r\n\r\n{}`],
    ['has two lengths', `${head}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`],
    ['has a length that is no number', `${head}content-length: 1e1\r\n\r\n{}`],
    ['has a chunk without a size', `${head}transfer-encoding: chunked\r\n\r\nzz\r\n`],
    ['ends within a chunk', `${head}transfer-encoding: chunked\r\n\r\n4\r\n{}`],
    ['has a head without end', `${head}x: ${'a'.repeat(20_000)}`],
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'],
    ['says only that the client may continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ])('that %s is a failure to be tried again', async (_, text) => {
    await listen(createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(text))));
    await expect(ask()).rejects.toMatchObject({ $retryable: {} });
  });

  test('that is reset is a failure to be tried again', async () => {
    await listen(createServer((socket) => socket.once('data', () => socket.resetAndDestroy())));
    await expect(ask()).rejects.toMatchObject({ code: 'ECONNRESET', $retryable: {} });
  });

  test.each([
    ['in one piece', [reply('{}')], '{}'],
    ['after an interim one', ['HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n', reply('{}')], '{}'],
    ['in chunks', [`${head}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n`, '0\r\n\r\n'], '{}'],
    ['byte by byte', [...reply('{}')], '{}'],
    ['of 1 MB in pieces', reply('a'.repeat(2 ** 20)).match(/[\s\S]{1,65536}/g) ?? [], 'a'.repeat(2 ** 20)],
    ['204 with a length', ['HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n'], ''],
  ])('is read %s', async (_, pieces, text) => {
    await listen(
      createServer((socket) => {
        socket.on('error', () => {}).setNoDelay();
        socket.once('data', async () => {
          for (const piece of pieces) {
            socket.write(piece);
            await pause(1);
          }
        });
      }),
    );
    expect(await ask()).toBe(text);
  });

  test('without a length ends with the connection', async () => {
    await listen(createServer((socket) => socket.once('data', () => socket.end(`${head}\r\n{}`))));
    expect(await ask()).toBe('{}');
  });
});

describe('a connection', () => {
  test('serves the next request to the same host, and to no other', async () => {
    await numbered();
    const first = here();
    expect([await ask(first), await ask(first)]).toEqual(['1', '1']);
    await numbered();
    await ask();
    expect(await ask(first)).toBe('1');
  });

  test('that was idle for more than 10 s is closed, and not used again', async () => {
    const open = new Set<Socket>();
    await numbered((socket) => open.add(socket.once('close', () => open.delete(socket))));
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
    ['was reset', (socket) => socket.resetAndDestroy(), ''],
    ['is announced to close', () => {}, 'Connection: Close\r\n'],
  ])('that %s is not used again', async (_, after, headers) => {
    await numbered(after, headers);
    expect(await ask()).toBe('1');
    await pause(20);
    expect(await ask()).toBe('2');
  });

  test('that carried a second reply does not give it to the next request', async () => {
    await numbered((socket) => pause(5).then(() => socket.write(reply('something else'))));
    expect(await ask()).toBe('1');
    await pause(20);
    expect(await ask()).toMatch(/^[12]$/);
  });

  test('of a request that timed out is not used again', async () => {
    await listen(
      createServer((socket) => {
        socket.on('error', () => {}).on('data', () => setTimeout(() => socket.write(reply('late')), 60));
      }),
    );
    await expect(ask(here(), 20)).rejects.toThrow('No reply within 20 ms');
    await expect(ask()).resolves.toBe('late');
  });

  test('that died while the process was frozen takes the other idle ones with it', async () => {
    const asked = new Set<Socket>();
    let connections = 0;
    await listen(
      createServer((socket) => {
        const name = String(++connections);
        socket
          .on('error', () => {})
          .on('data', () => {
            if (asked.has(socket)) return socket.resetAndDestroy();
            asked.add(socket);
            return setTimeout(() => socket.write(reply(name)), 5);
          });
      }),
    );
    await Promise.all([ask(), ask(), ask()]);
    await expect(ask()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await ask()).toBe('4');
  });

  /** Serves three connections at a time, and then answers nothing on any of them. */
  const listenUntilFrozen = async () => {
    const open = new Set<Socket>();
    let isFrozen = false;
    await listen(
      createServer((socket) => {
        open.add(socket.once('close', () => open.delete(socket)));
        socket.on('error', () => {}).on('data', () => isFrozen || setTimeout(() => socket.write(reply('{}')), 5));
      }),
    );
    await Promise.all([ask(), ask(), ask()]);
    isFrozen = true;
    return open;
  };

  test('that never answers again takes the other idle ones with it', async () => {
    const open = await listenUntilFrozen();
    await expect(ask(here(), 1000)).rejects.toThrow('No reply within 1000 ms');
    await pause(20);
    expect(open.size).toBe(0);
  });

  test('stays when only the request had no time for a reply', async () => {
    const open = await listenUntilFrozen();
    await expect(ask(here(), 20)).rejects.toThrow('No reply within 20 ms');
    await pause(20);
    expect(open.size).toBe(2);
  });

  test('whose reply is refused is not used again', async () => {
    await numbered();
    const refuse = () => new Error('refused');
    await expect(send(requestTo(here()), 3000, refuse)).rejects.toMatchObject({ message: 'refused', $retryable: {} });
    expect(await ask()).toBe('2');
  });

  test('goes to an address in brackets', async () => {
    const connect = jest.spyOn(Socket.prototype, 'connect').mockImplementation(() => {
      throw new Error('none');
    });
    await expect(ask(new URL('http://[::1]:8000'))).rejects.toThrow('none');
    expect(JSON.stringify(connect.mock.calls)).toContain('"host":"::1","port":8000');
  });
});

describe('a connection with TLS', () => {
  const certificate = selfSigned();
  const handshakes: unknown[] = [];
  let isBroken = false;
  beforeEach(() => {
    isBroken = false;
    handshakes.length = 0;
  });
  const { connect } = tls;
  const trust = () =>
    jest
      .spyOn(tls, 'connect')
      .mockImplementation(((options: tls.ConnectionOptions) =>
        connect({ ...options, ca: certificate.cert })) as typeof connect);
  /** By name, and by address. */
  const listenTls = async (connection = 'close') => {
    const server = createTlsServer(certificate, (_, response) =>
      response.setHeader('connection', connection).end('{}'),
    );
    server.on('secureConnection', (socket) => {
      handshakes.push({ servername: socket.servername, isReused: socket.isSessionReused() });
    });
    await listen(createServer((socket) => void (isBroken ? socket.destroy() : server.emit('connection', socket))));
    const { port } = here();
    return [new URL(`https://localhost:${port}`), new URL(`https://127.0.0.1:${port}`)] as const;
  };
  const handshake = (isReused: boolean) => ({ servername: 'localhost', isReused });

  test('names the host, and resumes the session of the connection before', async () => {
    const [named] = await listenTls();
    trust();
    for (let i = 0; i < 3; i++) expect(await ask(named)).toBe('{}');
    expect(handshakes).toEqual([handshake(false), handshake(true), handshake(true)]);
  });

  test('serves the next request', async () => {
    const [named] = await listenTls('keep-alive');
    trust();
    expect([await ask(named), await ask(named)]).toEqual(['{}', '{}']);
    expect(handshakes).toEqual([handshake(false)]);
  });

  test('is opened again after one that failed', async () => {
    const [named] = await listenTls();
    trust();
    isBroken = true;
    await expect(ask(named)).rejects.toMatchObject({ $retryable: {} });
    isBroken = false;
    expect(await ask(named)).toBe('{}');
  });

  test('is refused when the certificate is of an unknown authority, or of another name', async () => {
    const [named, unnamed] = await listenTls();
    await expect(ask(named)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    trust();
    await ask(named);
    await expect(ask(unnamed)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });
});

describe('the request handler', () => {
  const json = { 'content-type': 'application/json' };
  const handle = async (status: number, headers: Record<string, string>, text: string, asked = '{}') => {
    await listen(createHttpServer((_, response) => response.writeHead(status, headers).end(text)));
    const { response } = await requestHandler.handle(requestTo(here(), asked));
    return response.body.toString();
  };

  test.each([
    ['a success of DynamoDB', 200, dynamoDb],
    ['a refusal of DynamoDB', 400, dynamoDb],
    ['a refusal in plain JSON', 400, json],
  ])('hands on %s', async (_, status, headers) => {
    expect(await handle(status, headers, '{}')).toBe('{}');
  });

  test.each([
    ['a success in plain JSON', 200, json, '{}'],
    ['a page of a proxy', 502, { 'content-type': 'text/html' }, '<html></html>'],
    ['a reply without a type', 200, {}, '{}'],
    ['an empty reply of the right type', 200, dynamoDb, ''],
    ['a page of the right type', 200, dynamoDb, '<html></html>'],
  ])('takes %s for a failure to be tried again', async (_, status, headers: Record<string, string>, text) => {
    await expect(handle(status, headers, text)).rejects.toMatchObject({
      message: `The reply is not one of DynamoDB: status ${status}, type "${headers['content-type'] ?? ''}"`,
      $retryable: {},
      $metadata: { httpStatusCode: status },
    });
  });

  test('takes a success without consumed capacity for a failure once the host has told some', async () => {
    const asked = '{"ReturnConsumedCapacity":"TOTAL"}';
    let text = '{}';
    await listen(createHttpServer((_, response) => response.writeHead(200, dynamoDb).end(text)));
    const call = () => requestHandler.handle(requestTo(here(), asked));
    expect((await call()).response.body.toString()).toBe('{}');
    text = '{"Item":{"title":{"S":"ConsumedCapacity"},"content":{"S":"\\"ConsumedCapacity\\":"}}}';
    expect((await call()).response.body.toString()).toBe(text);
    expect((await call()).response.body.toString()).toBe(text);
    text = '{"ConsumedCapacity":{}}';
    await call();
    text = '{}';
    await expect(call()).rejects.toMatchObject({ $retryable: {} });
  });

  test('waits a second for the reply of an attempt', async () => {
    await listen(createHttpServer(() => {}));
    await expect(requestHandler.handle(requestTo(here()))).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'No reply within 1000 ms',
    });
  });
});
