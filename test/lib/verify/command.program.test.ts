import { resources } from '../../../functions/resources';
import { runVerify } from '../../../lib/verify/command';
import { startGuardedService } from '../../support/auth/guarded';
import { declared } from '../../support/declared';
import { type FakeRequest, startFakeServer } from '../../support/fake-server';
import { useService } from '../../support/service';
import { skipPauses } from '../../support/time';

const { ask, url } = useService();
const settings = { ownership: true, protectReads: true, scopePrefix: 'posts/', cacheSeconds: 60 };
const guarded = startGuardedService({ ...settings, origins: 'https://one.example' });

beforeEach(skipPauses);
afterEach(async () => {
  jest.restoreAllMocks();
  // Each run leaves the stage as it was.
  for (const { path } of resources) expect((await ask(`GET ${path}`)).body).toEqual([]);
});

/** Runs the command. Returns the exit code, the lines that end with a period, the rows of kept promises, and the last text. */
const verify = async (...args: string[]) => {
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const code = await runVerify(args);
  const texts = written.mock.calls.map(([text]) => `${text}`);
  const lines = texts.join('').split('\n');
  const sentences = lines.filter((line) => line.endsWith('.'));
  return { code, sentences, kept: lines.filter((line) => / kept /.test(line)).join('\n'), last: texts.at(-1) };
};

/** Runs the command against a service that breaks some requests. */
const verifyBroken = async (breaks: Parameters<typeof startFakeServer>[1], ...args: string[]) => {
  const { url: target, requests, close } = await startFakeServer(url, breaks);
  const result = await verify('--url', target, ...args).finally(close);
  return { ...result, methods: [...new Set(requests.map(({ method }) => method))].sort() };
};
const scope = declared.flatMap(({ plural }) => [`posts/${plural}:read`, `posts/${plural}:write`]).join(' ');

test('npm run verify --read-only sends nothing that writes', async () => {
  const { code, kept, last, methods } = await verifyBroken(() => undefined, '--read-only', '--stage', 'dev');
  expect([code, methods]).toEqual([0, ['GET', 'HEAD', 'OPTIONS']]);
  expect(kept).toMatch(/A stored \w+ is listed and read with an ETag/);
  expect(last).toMatch(/^.+ \d+\.\d+\.\d+ in .+ region\n(\d+) of \1 promises kept, \d+ requests.+\ninitMs.+\n$/);
});

test('npm run verify --read-only finds a stage open whose entry in cdk.json names an issuer, and changes nothing', async () => {
  const stages = { prod: { issuer: 'https://login.example/', audience: 'a' } };
  jest.replaceProperty(process, 'env', { ...process.env, CDK_CONTEXT_JSON: JSON.stringify({ stages }) });
  const { code, sentences } = await verify('--url', url(), '--read-only', '--stage', 'prod');
  expect(code).toBe(1);
  expect(sentences.at(-1)).toMatch(/^A guarded route answers 401 .* expected 401.$/);
  const reason = '--stage is missing, so an open stage would pass';
  await expect(verify('--url', url(), '--read-only')).rejects.toThrow(reason);
});

test('npm run verify names what is broken, repeats what is throttled or lags, and leaves the stage as it was', async () => {
  const isBroken = ({ method, headers }: FakeRequest) => method === 'PATCH' && headers.prefer !== undefined;
  let lists = 0;
  const { code, sentences, kept } = await verifyBroken((count, request) => {
    if (isBroken(request)) return 500;
    // A list that lags a write.
    if (/expand=\w+&/.test(request.path)) return lists++ === 0 ? 404 : undefined;
    return count % 40 === 0 ? 429 : undefined;
  });
  const broken = declared.map(({ label, path }) => {
    const request = `PATCH ${path}/.{36} with prefer: return=minimal`;
    return `^Prefer chooses the body of a response about ${label}: ${request}: status is 500; expected 204.$`;
  });
  expect([code, sentences]).toEqual([1, broken.map((each) => expect.stringMatching(each))]);
  expect(kept).toContain('An Idempotency-Key is of one route');
});

test('npm run verify names what only the gateway decides, and exits with 0', async () => {
  const { code, sentences, last } = await verifyBroken((_, { method }) => (method === 'PROPFIND' ? 400 : undefined));
  const promise = 'A method of WebDAV is a 405: PROPFIND /: status is 400; expected 405.';
  expect([code, sentences]).toEqual([0, [`Not counted, because the gateway decides it: ${promise}`]]);
  expect(last).toMatch(/\n(\d+) of \1 promises kept/);
});

test('npm run verify removes its data after Ctrl-C', async () => {
  const { code, sentences } = await verifyBroken((count) => {
    if (count === 99) process.emit('SIGINT');
    return undefined;
  });
  expect([code, sentences]).toEqual([1, ['It was stopped before its end.']]);
});

describe('on a stage with an issuer and all other settings of access', () => {
  test('npm run verify finds the promises kept with the token of one caller', async () => {
    const token = await guarded.sign({ scope });
    const { code, sentences, kept } = await verify('--url', guarded.url(), '--token', token);
    expect([code, sentences]).toEqual([0, []]);
    const readOnly = await verify('--url', guarded.url(), '--token', token, '--read-only', '--stage', 'dev');
    expect(readOnly).toMatchObject({ code, sentences });
    expect(kept).toContain('A guarded route answers 401 without a valid token');
    expect(kept).toContain('A page of an origin that the stage does not name may read nothing');
  });

  test('npm run verify checks without a token what is open, and that the rest answers 401', async () => {
    const { code, sentences, kept } = await verify('--url', guarded.url());
    const reason = 'The stage needs a token, and --token is missing: only what is open is checked.';
    expect([code, sentences]).toEqual([0, [reason]]);
    expect(kept).toContain('A guarded route answers 401 without a valid token');
  });

  test('npm run verify refuses a token that the stage refuses', async () => {
    const message = 'The stage refuses --token; pass a valid one with the scopes to read and write';
    await expect(runVerify(['--url', guarded.url(), '--token', 'x'])).rejects.toThrow(message);
  });
});

test('npm run verify refuses a URL without this service', async () => {
  const [nowhere, advice] = ['http://127.0.0.1:1', 'pass the ApiUrl of a stage'];
  const reason = `--url is ${nowhere}, which does not answer (connect ECONNREFUSED 127.0.0.1:1)`;
  await expect(verify('--url', nowhere)).rejects.toThrow(`${reason}; ${advice}`);
  const other = 'which is not this service: GET /openapi.json answers 404 without its routes';
  await expect(verifyBroken(() => 404)).rejects.toThrow(`${other}; ${advice}`);
});
