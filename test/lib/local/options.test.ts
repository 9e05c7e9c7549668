import { readGiven, readOptions } from '../../../lib/local/options';
import { formatLogLine, formatMissing, formatRequest } from '../../../lib/local/report';

test.each([
  [[], {}, {}],
  [['--port', '5000', '--memory'], { PORT: '4000' }, { port: 5000, memory: true }],
  [
    ['-c', 'stage', '-c', 'origins=https://a?b=c'],
    { PORT: '4000' },
    { port: 4000, settings: { stage: '', origins: 'https://a?b=c' } },
  ],
  [['--env', 'A=', '--env', 'B_1=b=c', '--env', 'A=a'], {}, { variables: { A: 'a', B_1: 'b=c' } }],
])('the options of npm start are read from %j with %j', (parameters, environment, expected) => {
  const none = { memory: false, empty: false, reset: false, quiet: false, auth: false, debug: false };
  expect(readOptions(parameters, environment)).toEqual({
    ...none,
    port: 3000,
    settings: {},
    variables: {},
    ...expected,
  });
});

test.each([
  [{}, {}, { client: 'lean', ownerClaim: undefined }],
  [{ client: 'sdk', stages: { prod: { ownerClaim: 'tid' } } }, {}, { client: 'sdk', ownerClaim: undefined }],
  [{ ownerClaim: 'a', stages: { dev: { ownerClaim: 'tid' } } }, {}, { client: 'lean', ownerClaim: 'tid' }],
  [{ stages: { prod: { ownerClaim: 'a' } } }, { stage: 'prod' }, { client: 'lean', ownerClaim: 'a' }],
  [{ stages: { dev: { client: 'sdk' } } }, { ownerClaim: 'b' }, { client: 'sdk', ownerClaim: 'b' }],
])('npm start reads out of cdk.json with %j and the options %j what it needs itself', (context, settings, expected) => {
  expect(readGiven(context, settings)).toEqual(expected);
});

const allowed =
  'allowed: --port <number>, --memory, --empty, --reset, --quiet, --auth, --debug, -c <setting=value>, --env <NAME=value>, --help';
test.each([
  [['--prot', '1'], `Unknown option '--prot'; ${allowed}`],
  [['now'], `Unexpected argument 'now'; ${allowed}`],
  [['--port', 'x'], 'The port is "x"; allowed: a whole number from 0 to 65535'],
  [['--port', '65536'], 'The port is "65536"; allowed: a whole number from 0 to 65535'],
  ...['QUEUE', '1=a', 'a b=c'].map((text): [string[], string] => [
    ['--env', text],
    `The variable is "${text}"; allowed: NAME=value, with letters, digits and _ as NAME`,
  ]),
  [['--auth', '-c', 'issuer=https://a.example'], '--auth starts an issuer; allowed: --auth or -c issuer=…'],
])('npm start refuses %j in one sentence', (parameters, message) => {
  expect(() => readOptions(parameters, {})).toThrow(message);
});

test.each([
  ['{"timestamp":"2026-11-20T12:00:00.000Z","level":"INFO","route":"GET /things","status":400}', undefined],
  ['', undefined],
  ['by hand', 'get: by hand'],
  ['{"level":"WARN","message":"x"}', 'get: {"level":"WARN","message":"x"}'],
  ['{"level":"WARN","route":"GET /","error":{"name":"E","message":"m"}}', 'get: E: m'],
  ['{"level":"ERROR","route":"GET /","status":500}', 'get: {"level":"ERROR","route":"GET /","status":500}'],
  ['{"error":{"name":"E","message":"m","stack":"E: m\\n at x"}}', 'get: E: m\n at x'],
])('the log line %s of a function is shown as %j', (line, shown) => {
  expect(formatLogLine('get', line)).toBe(shown);
});

const call = (operation: string, units: number) => ({ operation, units });

test.each([
  [400, undefined, 'POST /posts 400 invalid-body 2 ms'],
  [503, [call('GetItem', 1)], 'POST /posts 503 invalid-body 2 ms, 1 read unit: GetItem'],
  [
    201,
    [call('Query', 0.5), call('BatchGetItem', 2), call('TransactWriteItems(Put, Update)', 5)],
    'POST /posts 201 2 ms, 2.5 read units and 5 write units: Query, BatchGetItem, TransactWriteItems(Put, Update)',
  ],
])('a request with the status %i and the calls %j is shown in a line', (status, calls, line) => {
  const request = { method: 'POST', target: '/posts', body: '{"code":"invalid-body"}', durationMs: 1.6 };
  expect(formatRequest({ ...request, status, calls })).toBe(`${line}\n`);
});

test('each variable that only AWS knows is shown in a line with its functions', () => {
  const missing = new Map(Object.entries({ QUEUE_URL: ['place', 'ship'], KEY: ['sign'] }));
  expect(formatMissing(missing)).toBe(
    'QUEUE_URL of place and ship is known to AWS only; give it by --env QUEUE_URL=… or in .env\n' +
      'KEY of sign is known to AWS only; give it by --env KEY=… or in .env\n',
  );
});
