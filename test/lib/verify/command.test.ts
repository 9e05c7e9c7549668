import type { IncomingMessage } from 'node:http';
import { runVerify } from '../../../lib/verify/command';
import { startGuardedService } from '../../support/auth/guarded';
import { startBroken } from '../../support/broken';
import { collections, useService } from '../../support/service';

const { ask, url } = useService();
const settings = { ownership: true, protectReads: true, scopePrefix: 'posts/', cacheSeconds: 60 };
const guarded = startGuardedService({ ...settings, origins: 'https://one.example' });

let written: jest.SpyInstance;
beforeEach(() => {
  written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

/** Runs the command. Returns the exit code, the lines that end with a period, and the number of rows in the table. */
const verify = async (...args: string[]) => {
  const code = await runVerify(args);
  const lines = written.mock.calls.join('').split('\n');
  return {
    code,
    sentences: lines.filter((line) => line.endsWith('.')),
    rows: lines.filter((line) => / kept$/.test(line)),
  };
};
const scope = 'posts/users:read posts/users:write posts/posts:read posts/posts:write';

test('npm run verify --read-only sends nothing that writes', async () => {
  const { url: target, methods, close } = await startBroken(url, () => undefined);
  const { code, rows } = await verify('--url', target, '--read-only');
  close();
  expect([code, rows.length > 5, [...methods].sort()]).toEqual([0, true, ['GET', 'HEAD', 'OPTIONS']]);
});

const expectEmpty = async () => {
  for (const path of collections) expect((await ask(`GET ${path}`)).body).toEqual([]);
};

test('npm run verify names what is broken in a sentence, leaves the stage as it was, and returns 1', async () => {
  const isBroken = ({ method, headers }: IncomingMessage) => method === 'PATCH' && headers.prefer !== undefined;
  const { url: target, close } = await startBroken(url, (_, request) => (isBroken(request) ? 500 : undefined));
  const { code, sentences, rows } = await verify('--url', target);
  close();
  const broken = (noun: string, path: string) =>
    expect.stringMatching(
      `^Prefer chooses the body of a response about a ${noun}: PATCH ${path}/.{36} with prefer: return=minimal: status is 500; expected 204.$`,
    );
  expect([code, sentences]).toEqual([1, [broken('user', '/api/v1/users'), broken('post', '/posts')]]);
  expect(rows.length).toBeGreaterThan(30);
  await expectEmpty();
});

test('npm run verify removes its data after Ctrl-C', async () => {
  const { url: target, close } = await startBroken(url, (count) => {
    if (count === 99) process.emit('SIGINT');
    return undefined;
  });
  const { code, sentences } = await verify('--url', target);
  close();
  expect([code, sentences]).toEqual([1, ['It was stopped before its end.']]);
  await expectEmpty();
});

describe('on a stage with an issuer and all other settings of access', () => {
  test('npm run verify finds the promises kept with the token of one caller', async () => {
    const { code, sentences, rows } = await verify(
      '--url',
      guarded.url(),
      '--token',
      await guarded.key.sign({ scope }),
    );
    expect([code, sentences]).toEqual([0, []]);
    expect(rows.join('\n')).toContain('A guarded route answers 401 without a valid token');
    expect(rows.join('\n')).toContain('A page of an origin that the stage does not name may read nothing');
  });

  test('npm run verify checks without a token what is open, and that the rest answers 401', async () => {
    const { code, sentences, rows } = await verify('--url', guarded.url());
    expect([code, sentences]).toEqual([
      0,
      ['The stage needs a token, and --token is missing: only what is open is checked.'],
    ]);
    expect(rows.join('\n')).toContain('A guarded route answers 401 without a valid token');
  });

  test('npm run verify refuses a token that the stage refuses', async () => {
    const message = 'The stage refuses --token; pass a valid one with users:read, users:write and posts:write';
    await expect(runVerify(['--url', guarded.url(), '--token', 'x'])).rejects.toThrow(message);
  });
});

test.each([
  [[], '--url is missing; allowed: a URL such as https://api.example'],
  [['--url', 'nowhere'], '--url is nowhere; allowed: a URL such as https://api.example'],
  [
    ['--url', 'http://127.0.0.1:1'],
    '--url is http://127.0.0.1:1, which does not answer (connect ECONNREFUSED 127.0.0.1:1); pass the ApiUrl of a stage',
  ],
])('npm run verify refuses another address: %j', async (args, message) => {
  await expect(runVerify(args)).rejects.toThrow(new Error(message));
});

test('npm run verify refuses the address of another service', async () => {
  const { url: target, close } = await startBroken(url, () => 404);
  const message =
    'which is not this service: GET /openapi.json answers 404 without its routes; pass the ApiUrl of a stage';
  await expect(runVerify(['--url', target])).rejects.toThrow(message);
  close();
});
