import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, Socket } from 'node:net';
import { transport } from '../../functions/table/transport';
import { useEndpoint } from '../endpoint';

const { listen } = useEndpoint();

const asked = (rest = {}) => {
  const { port } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
  const headers = { 'x-amz-target': 'one' };
  return {
    protocol: 'http:',
    hostname: '127.0.0.1',
    port: Number(port),
    path: '/',
    method: 'POST',
    headers,
    body: '{"é":1}',
    ...rest,
  };
};

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
    const { response } = await transport.handle(asked({ path: '/path' }));
    expect(response).toMatchObject({ statusCode: 201, headers: { one: 'two' } });
    const [said = '', body] = response.body.toString().split(' ');
    expect(body).toBe('{"é":1}');
    expect(JSON.parse(said)).toEqual({
      method: 'POST',
      url: '/path',
      headers: { 'x-amz-target': 'one', 'content-length': '8', host: expect.any(String), connection: 'keep-alive' },
    });
  });

  test('keeps its connection', async () => {
    const ports = new Set<number | undefined>();
    await listen(createServer(({ socket }, response) => response.end(String(ports.add(socket.remotePort).size))));
    for (let i = 0; i < 3; i++) expect((await transport.handle(asked())).response.body.toString()).toBe('1');
  });

  test('says so where there is nobody', async () => {
    await expect(transport.handle(asked({ port: 1 }))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test.each([['before it is sent'], ['while it waits'], ['while it reads']])('ends by an abort %s', async (when) => {
    const controller = new AbortController();
    const closed = new Promise<void>((resolve) => {
      const server = createServer((request, response) => {
        request.socket.on('close', () => resolve());
        if (when === 'while it reads') response.write('{');
        setTimeout(() => controller.abort(), 20);
      });
      listen(server).then(() => when === 'before it is sent' && resolve());
    });
    await new Promise((resolve) => setImmediate(resolve));
    if (when === 'before it is sent') controller.abort();
    const { signal } = controller;
    const handled = transport.handle(asked(), { abortSignal: signal });
    await expect(handled).rejects.toMatchObject({ name: 'AbortError', message: 'Request aborted' });
    await closed;
  });

  test('listens to an abort no longer than it takes', async () => {
    await listen(createServer((_, response) => response.end('{}')));
    const { signal } = new AbortController();
    const added = jest.spyOn(signal, 'addEventListener');
    const removed = jest.spyOn(signal, 'removeEventListener');
    await transport.handle(asked(), { abortSignal: signal });
    await new Promise((resolve) => setImmediate(resolve));
    expect(new Set(removed.mock.calls.map(String))).toEqual(new Set(added.mock.calls.map(String)));
    expect(added).toHaveBeenCalledTimes(1);
  });

  test('breaks where an answer does', async () => {
    await listen(
      createServer((_, response) => {
        response.writeHead(200, { 'content-length': 10 }).write('{');
        setImmediate(() => response.destroy());
      }),
    );
    await expect(transport.handle(asked())).rejects.toMatchObject({ $retryable: {} });
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
    await expect(transport.handle(asked())).rejects.toMatchObject({ $retryable: {} });
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
    await Promise.all(Array.from({ length: 40 }, () => transport.handle(asked())));
    expect(most).toBe(16);
  });

  test.each([['never begins'], ['never ends']])('waits a second for an answer that %s', async (how) => {
    await listen(createServer((_, response) => void (how === 'never ends' && response.write('{'))));
    const startedMs = performance.now();
    await expect(transport.handle(asked())).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'Nothing came within 1000 ms.',
    });
    expect(performance.now() - startedMs).toBeGreaterThan(990);
  });

  test('waits half a second for a connection', async () => {
    jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
      return Object.assign(this, { connecting: true });
    });
    await expect(transport.handle(asked({ port: 1 }))).rejects.toMatchObject({
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
    await expect(transport.handle(asked({ protocol: 'https:', port }))).rejects.toThrow();
    expect(await greeted).toBe('\x16');
  });
});
