import { writeFileSync } from 'node:fs';
import { createApiClient } from '../../../lib/transfer/api';
import { runExport, runImport } from '../../../lib/transfer/commands';
import { exported } from '../../../lib/transfer/line';
import { describeFor } from '../../support/declared';
import { skipPauses, useFixedTime } from '../../support/time';
import { useTransfer } from './transfer';

const url = 'https://api.example';
const transfer = useTransfer();

describeFor({ what: 'a resource', found: exported[0] }, 'a transfer', ([noun, { path }]) => {
  const line = (id: string) => JSON.stringify({ [noun]: { id } });

  test.each([
    ['export', runExport, ['0 exported', '1 exported', '2 exported']],
    ['import', runImport, ['0 created, 0 already there', '1 created, 0 already there', '2 created, 0 already there']],
  ])('an %s writes every five seconds how many resources it has moved', async (name, command, lines) => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'] });
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, { method } = {}) => {
      jest.advanceTimersByTime(5000);
      const { pathname, searchParams } = new URL(String(input));
      // There are two pages of a resource each, and nothing else.
      const page = pathname === path ? searchParams.get('after') : '2';
      const asked = searchParams.getAll('id').map((id) => ({ id }));
      const body = asked.length > 0 || page === '2' ? asked : [{ id: page ? '2' : '1' }];
      const headers = { link: page ? '' : `<${url}${path}?after=1>; rel="next"` };
      return Response.json(body, { status: method === 'PUT' ? 201 : 200, headers });
    });
    if (name === 'import') writeFileSync(transfer.file, `${line('1')}\n${line('2')}`);
    expect(await command(['--url', url, transfer.file])).toBe(0);
    expect([...new Set(transfer.said)]).toEqual(lines.map((line) => `${line}\n`));
  });

  test.each([
    ['export', runExport, '401; Unauthorized'],
    ['import', runImport, 'The API refuses access (401; Unauthorized); pass a valid --token.'],
  ])('an %s sends its token, stops when it is refused, and does not show it', async (name, command, message) => {
    const unauthorized = Response.json({ message: 'Unauthorized' }, { status: 401 });
    const sent = jest.spyOn(globalThis, 'fetch').mockResolvedValue(unauthorized);
    if (name === 'import') writeFileSync(transfer.file, line('2'));
    await expect(command(['--url', url, '--token', 'secret', transfer.file])).rejects.toThrow(message);
    expect(sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))).toEqual([
      'Bearer secret',
    ]);
    expect(transfer.said).toEqual([]);
  });
});

test.each([
  [[], '--url is missing; allowed: a URL such as https://api.example'],
  [['--url', 'nowhere'], '--url is nowhere; allowed: a URL such as https://api.example'],
  [['--url', url, 'a', 'b'], "Unexpected argument 'b'; allowed: --url <url>, --token <text>, "],
])('a transfer names the arguments that are wrong: %j', async (args, message) => {
  await expect(runImport(args)).rejects.toThrow(message);
  await expect(runExport(args)).rejects.toThrow(message);
});

const getNotes = () => createApiClient({ url })('GET', '/notes');

describe('the API client of a transfer', () => {
  useFixedTime();

  test.each([
    ['1', 1000, 429, '{"message":"Too Many Requests"}'],
    ['60', 60_000, 500, '{"message":"Internal Server Error"}'],
    ['61', 60_000, 503, '<html>Service Unavailable</html>'],
    ['-1', 0, 502, ''],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 0, 504, ''],
  ])('sends a request again, with Retry-After: %s in %i ms, after a %i', async (seconds, ms, status, body) => {
    const pause = skipPauses();
    // Without Retry-After, the pause before the second request is random.
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const refused = new Response(body, { status, headers: { 'retry-after': seconds } });
    const sent = jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(refused);
    sent.mockResolvedValueOnce(new Response('[]'));
    expect(await getNotes()).toMatchObject({ status: 200, body: [] });
    expect(pause.mock.calls).toEqual([[0], [ms]]);
    expect(sent).toHaveBeenCalledTimes(2);
  });

  test('says that a host does not answer, and tries again', async () => {
    skipPauses();
    const cause = Object.assign(new Error(''), { code: 'ECONNREFUSED' });
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }));
    const reason = 'GET /notes fails in all 10 tries (ECONNREFUSED); run the command again later.';
    await expect(getNotes()).rejects.toThrow(reason);
    expect(transfer.said).toEqual([`${url} does not answer (ECONNREFUSED); trying again\n`]);
  });

  test('returns a 500 of the service itself', async () => {
    const body = { code: 'internal', status: 500 };
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(body, { status: 500 }));
    expect(await getNotes()).toMatchObject({ status: 500, body });
  });
});
