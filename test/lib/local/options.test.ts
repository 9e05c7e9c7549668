import { readOptions } from '../../../lib/local/options';
import { curlLines, formatLogLine, formatRequest } from '../../../lib/local/report';

describe('the options of npm start', () => {
  const none = { port: 3000, memory: false, empty: false, reset: false, auth: false, settings: {} };
  test.each([
    [[], {}, none],
    [[], { PORT: '4000' }, { ...none, port: 4000 }],
    [['--port', '5000'], { PORT: '4000' }, { ...none, port: 5000 }],
    [['--memory', '--empty', '--reset'], {}, { ...none, memory: true, empty: true, reset: true }],
    [['--auth'], {}, { ...none, auth: true }],
    [
      ['-c', 'stage=b', '-c', 'origins=https://a?b=c'],
      {},
      { ...none, settings: { stage: 'b', origins: 'https://a?b=c' } },
    ],
    [['-c', 'stage', '-c', 'origins='], {}, { ...none, settings: { stage: '', origins: '' } }],
    [['--help'], {}, { ...none, help: true }],
  ])('are read from %j with %j', (parameters, environment, expected) => {
    expect(readOptions(parameters, environment)).toEqual(expected);
  });

  const allowed = 'allowed: --port <number>, --memory, --empty, --reset, --auth, -c <setting=value>, --help';
  test.each([
    [['--prot', '1'], `Unknown option '--prot'; ${allowed}`],
    [['--memory=1'], `Option '--memory' does not take an argument; ${allowed}`],
    [['--port'], `Option '--port <value>' argument missing; ${allowed}`],
    [['now'], `Unexpected argument 'now'; ${allowed}`],
    [['--port', 'x'], 'The port is "x"; allowed: a whole number from 0 to 65535'],
    [['--auth', '-c', 'issuer=https://a.example'], '--auth starts an issuer; allowed: --auth or -c issuer=…'],
    [['--port', '65536'], 'The port is "65536"; allowed: a whole number from 0 to 65535'],
  ])('%j are refused in one sentence', (parameters, message) => {
    expect(() => readOptions(parameters, {})).toThrow(new RegExp(`^${message.replace(/[()|]/g, '\\$&')}`));
  });
});

describe('a log line of a function', () => {
  test.each([
    ['{"route":"GET /posts","status":200,"ms":1}', undefined],
    ['{"level":"INFO","message":"x"}', undefined],
    ['', undefined],
    ['by hand', 'get: by hand'],
    ['{"level":"WARN","message":"x"}', 'get: {"level":"WARN","message":"x"}'],
    ['{"route":"GET /","error":{"name":"E","message":"m"}}', 'get: E: m'],
    ['{"error":{"name":"E","message":"m","stack":"E: m\\n at x"}}', 'get: E: m\n at x'],
  ])('such as %s is shown as %j', (line, shown) => {
    expect(formatLogLine('get', line)).toBe(shown);
  });
});

test.each([
  [200, '[{"code":"x"}]', 'POST /posts 200 2 ms\n'],
  [400, '{"code":"invalid-body"}', 'POST /posts 400 invalid-body 2 ms\n'],
  [304, '', 'POST /posts 304 2 ms\n'],
])('a request that is answered %i with %s is logged as %j', (status, body, line) => {
  expect(formatRequest({ method: 'POST', target: '/posts', status, body, durationMs: 1.6 })).toBe(line);
});

test('the curl lines name a post that exists, or need no post', () => {
  expect(curlLines('http://127.0.0.1:3000', 'abc')).toBe(`curl http://127.0.0.1:3000/posts
curl http://127.0.0.1:3000/posts -H 'content-type: application/json' -d '{"title":"Hello"}'
curl http://127.0.0.1:3000/posts/abc`);
  expect(curlLines('http://127.0.0.1:3000', 'abc', { token: '…' })).toMatch(/^token=…\n[\s\S]*Bearer \$token/);
  expect(curlLines('http://127.0.0.1:3000')).toContain("curl 'http://127.0.0.1:3000/posts?limit=1'");
});

test('the curl line for a token has the scope in the query, whatever its prefix', () => {
  const tokens = { issuer: 'http://127.0.0.1:4000', token: 'abc', scope: 'https://a.example/?b+c&d#posts:write' };
  expect(curlLines('http://127.0.0.1:3000', 'abc', tokens)).toMatch(
    /\ncurl 'http:\/\/127.0.0.1:4000\/token\?scope=https:\/\/a.example\/%3Fb%2Bc%26d%23posts:write'$/,
  );
});
