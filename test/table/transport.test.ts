import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, Socket } from 'node:net';
import { transport } from '../../functions/table/transport';
import { useEndpoint } from '../endpoint';

const { listen } = useEndpoint();

const asked = (rest = {}) => {
  const to = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
  const headers = { host: to.host, 'x-amz-target': 'one' };
  return { to, method: 'POST' as const, headers, body: '{"é":1}', ...rest };
};

/** Where nobody is. */
const nowhere = { to: new URL('http://127.0.0.1:1') };

const LEFT_MS = 3000;

describe('the transport', () => {
  test('hands over what is sent, and what comes, whole', async () => {
    await listen(
      createServer(async (request, response) => {
        const body = Buffer.concat(await request.toArray()).toString();
        const { method, url, headers } = request;
        response.writeHead(201, { one: 'two' }).write(JSON.stringify({ method, url, headers }).slice(0, 9));
        setImmediate(() => response.end(`${JSON.stringify({ method, url, headers }).slice(9)} ${body}`));
      }),
    );
    const answer = await transport.handle(asked(), LEFT_MS);
    expect(answer).toMatchObject({ statusCode: 201, headers: { one: 'two' } });
    const [said = '', body] = answer.body.toString().split(' ');
    expect(body).toBe('{"é":1}');
    expect(JSON.parse(said)).toEqual({
      method: 'POST',
      url: '/',
      headers: {
        'x-amz-target': 'one',
        'content-length': '8',
        host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
        connection: 'keep-alive',
      },
    });
  });

  test('keeps its connection', async () => {
    const ports = new Set<number | undefined>();
    await listen(createServer(({ socket }, response) => response.end(String(ports.add(socket.remotePort).size))));
    for (let i = 0; i < 3; i++) expect((await transport.handle(asked(), LEFT_MS)).body.toString()).toBe('1');
  });

  test('says so where there is nobody', async () => {
    await expect(transport.handle(asked(nowhere), LEFT_MS)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('breaks where an answer does', async () => {
    await listen(
      createServer((_, response) => {
        response.writeHead(200, { 'content-length': 10 }).write('{');
        setImmediate(() => response.destroy());
      }),
    );
    const message = 'The connection was closed without an answer.';
    await expect(transport.handle(asked(), LEFT_MS)).rejects.toMatchObject({ $retryable: {}, message });
  });

  test.each([
    ['a chunk that is none', 'transfer-encoding: chunked\r\n\r\nzz\r\n'],
    ['more than was announced', 'content-length: 1\r\n\r\n{}garbage'],
    ['what is no HTTP', undefined],
    ['another protocol', 'connection: upgrade\r\nupgrade: other\r\n\r\n'],
  ])('takes %s for what may be sent again', async (what, rest) => {
    const status = what === 'another protocol' ? '101 Switching Protocols' : '200 OK';
    const said = rest ? `HTTP/1.1 ${status}\r\n${rest}` : 'garbage\r\n\r\n';
    await listen(createSocketServer((socket) => socket.once('data', () => socket.end(said))));
    const message = 'What came is no HTTP.';
    await expect(transport.handle(asked(), LEFT_MS)).rejects.toMatchObject({ $retryable: {}, message });
  });

  test('opens some connections at once, and no more', async () => {
    let open = 0;
    let most = 0;
    await listen(
      createServer((_, response) => {
        most = Math.max(most, ++open);
        setTimeout(() => {
          open--;
          response.end('{}');
        }, 10);
      }),
    );
    await Promise.all(Array.from({ length: 40 }, () => transport.handle(asked(), LEFT_MS)));
    expect(most).toBe(16);
  });

  test.each([['never begins'], ['never ends']])('waits a second for an answer that %s', async (how) => {
    await listen(createServer((_, response) => void (how === 'never ends' && response.write('{'))));
    const startedMs = performance.now();
    await expect(transport.handle(asked(), LEFT_MS)).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'Nothing came within 1000 ms.',
    });
    expect(performance.now() - startedMs).toBeGreaterThan(990);
  });

  test('waits no longer than is left, and leaves nothing open', async () => {
    const closed = new Promise<void>((resolve) => {
      listen(createServer(({ socket }) => void socket.on('close', () => resolve())));
    });
    await new Promise((resolve) => setImmediate(resolve));
    await expect(transport.handle(asked(), 20)).rejects.toMatchObject({ message: 'Nothing came within 20 ms.' });
    await closed;
  });

  test('waits half a second for a connection', async () => {
    jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
      return Object.assign(this, { connecting: true });
    });
    await expect(transport.handle(asked(nowhere), LEFT_MS)).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'Nothing came within 500 ms.',
    });
  });

  test('speaks TLS where the endpoint does', async () => {
    const server = createServer();
    await listen(server);
    const { port } = server.address() as AddressInfo;
    // Its first byte is that of a handshake, which is no HTTP.
    const greeted = new Promise<string>((resolve) => {
      server.on('clientError', (error: Error & { rawPacket?: Buffer }, socket) => {
        resolve(error.rawPacket?.toString('latin1', 0, 1) ?? '');
        socket.destroy();
      });
    });
    await expect(transport.handle(asked({ to: new URL(`https://127.0.0.1:${port}`) }), LEFT_MS)).rejects.toThrow();
    expect(await greeted).toBe('\x16');
  });
});
