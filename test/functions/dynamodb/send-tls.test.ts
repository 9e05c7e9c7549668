import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import tls from 'node:tls';
import { selfSigned } from '../../bench/speed/certificate';
import { useAwakeTimers } from '../../support/awake';
import { useEndpoint } from '../../support/dynamodb/endpoint';
import { ask, here } from '../../support/dynamodb/sockets';

const { listen } = useEndpoint();

useAwakeTimers();

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
  /** Returns the addresses of the server: by name, and by IP address. */
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
