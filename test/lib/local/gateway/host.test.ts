import { refuseHost } from '../../../../lib/local/gateway/response';

test.each(['localhost', 'LocalHost:1', '127.0.0.1', '127.0.0.1:', '[::1]', '[::1]:3000'])(
  'the Host header %s is allowed',
  (host) => {
    expect(refuseHost(host)).toBeUndefined();
  },
);

test.each([
  ['evil.example', 'evil.example'],
  ['EVIL.example:3000', 'evil.example'],
  ['localhost.evil.example', 'localhost.evil.example'],
  ['localhost.', 'localhost.'],
  ['127.0.0.1.evil.example:80', '127.0.0.1.evil.example'],
  ['127.0.0.2', '127.0.0.2'],
  ['localhost:80:evil.example', 'localhost:80:evil.example'],
  ['[::2]', '[::2]'],
  ['::1', ':'],
])('the Host header %s gets a 421 that names the host and the allowed hosts', (host, name) => {
  const message = `The Host header names ${name}; allowed: localhost, 127.0.0.1, [::1]`;
  expect(refuseHost(host)).toEqual({
    status: 421,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  });
});
