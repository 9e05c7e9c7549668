import { createServer } from 'node:https';
import tls from 'node:tls';
import { selfSigned } from '../../bench/certificate';
import { useAwakeTimers } from '../../support/awake';
import { useEndpoint } from '../../support/dynamodb/endpoint';
import { ask, here } from '../../support/dynamodb/sockets';

const { listen } = useEndpoint();

useAwakeTimers();

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
  const server = createServer(certificate, (_, response) => response.end('{}'));
  server.on('secureConnection', ({ servername }) => names.push(servername));
  await listen(server);
  const named = new URL(`https://localhost:${here().port}`);
  trust();
  expect([await ask(named), await ask(named)]).toEqual(['{}', '{}']);
  expect(names).toEqual(['localhost']);
});

test('a connection is refused when the certificate is of an unknown authority, or of another name', async () => {
  await listen(createServer(certificate, (_, response) => response.setHeader('connection', 'close').end('{}')));
  const [named, unnamed] = ['localhost', '127.0.0.1'].map((host) => new URL(`https://${host}:${here().port}`));
  await expect(ask(named)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  trust();
  await ask(named);
  await expect(ask(unnamed)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
});
