import { readOptions } from '../../../lib/local/options';
import { curlLines, formatLogLine, formatRequest } from '../../../lib/local/report';

describe('the options of npm start', () => {
  const none = { port: 3000, memory: false, empty: false, reset: false, auth: false, settings: {} };
  test.each([
    [[], {}, none],
    [['--port', '5000'], { PORT: '4000' }, { ...none, port: 5000 }],
    [['--memory', '--reset'], { PORT: '4000' }, { ...none, port: 4000, memory: true, reset: true }],
    [
      ['-c', 'stage', '-c', 'origins=https://a?b=c'],
      {},
      { ...none, settings: { stage: '', origins: 'https://a?b=c' } },
    ],
  ])('are read from %j with %j', (parameters, environment, expected) => {
    expect(readOptions(parameters, environment)).toEqual(expected);
  });

  const allowed = 'allowed: --port <number>, --memory, --empty, --reset, --auth, -c <setting=value>, --help';
  test.each([
    [['--prot', '1'], `Unknown option '--prot'; ${allowed}`],
    [['now'], `Unexpected argument 'now'; ${allowed}`],
    [['--port', 'x'], 'The port is "x"; allowed: a whole number from 0 to 65535'],
    [['--port', '65536'], 'The port is "65536"; allowed: a whole number from 0 to 65535'],
    [['--auth', '-c', 'issuer=https://a.example'], '--auth starts an issuer; allowed: --auth or -c issuer=…'],
  ])('%j are refused in one sentence', (parameters, message) => {
    expect(() => readOptions(parameters, {})).toThrow(message);
  });
});

test.each([
  ['{"route":"GET /posts","status":200,"ms":1}', undefined],
  ['{"level":"INFO","message":"x"}', undefined],
  ['', undefined],
  ['by hand', 'get: by hand'],
  ['{"level":"WARN","message":"x"}', 'get: {"level":"WARN","message":"x"}'],
  ['{"route":"GET /","error":{"name":"E","message":"m"}}', 'get: E: m'],
  ['{"error":{"name":"E","message":"m","stack":"E: m\\n at x"}}', 'get: E: m\n at x'],
])('the log line %s of a function is shown as %j', (line, shown) => {
  expect(formatLogLine('get', line)).toBe(shown);
});

test('a refused request is logged with the code of its problem', () => {
  const request = { method: 'POST', target: '/posts', status: 400, body: '{"code":"invalid-body"}', durationMs: 1.6 };
  expect(formatRequest(request)).toBe('POST /posts 400 invalid-body 2 ms\n');
});

test('the curl line for a token has the scope in the query, whatever its prefix', () => {
  const tokens = { issuer: 'http://127.0.0.1:4000', token: 'abc', scope: 'https://a.example/?b+c&d#posts:write' };
  expect(curlLines('http://127.0.0.1:3000', 'abc', tokens)).toMatch(
    /\ncurl 'http:\/\/127.0.0.1:4000\/token\?scope=https:\/\/a.example\/%3Fb%2Bc%26d%23posts:write'$/,
  );
});
