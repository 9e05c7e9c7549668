import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runExport, runImport } from '../../../lib/transfer/commands';
import { temporaryFolder } from '../../support/folder';

const url = 'https://api.example';
const lines = ['{"user":{"id":"1"}}', '{"post":{"id":"2"}}'];

/** Lets five seconds pass before each response. Returns what the command writes to standard error. */
const run = async (command: typeof runExport, file: string) => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'] });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, { method } = {}) => {
    jest.advanceTimersByTime(5000);
    const { pathname, searchParams } = new URL(String(input));
    const id = pathname === '/posts' ? '2' : '1';
    const body = searchParams.has('after') ? [] : [{ id }];
    return new Response(JSON.stringify(body), { status: method === 'PUT' ? 201 : 200 });
  });
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  await command(['--url', url, file]);
  return written.mock.calls.map(([text]) => text);
};

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('an export writes every five seconds how many resources it has exported', async () => {
  const file = join(temporaryFolder(), 'all.ndjson');
  expect(await run(runExport, file)).toEqual(['0 exported\n', '1 exported\n', '2 exported\n', '2 exported\n']);
});

test('an import writes every five seconds how many resources it has created', async () => {
  const file = join(temporaryFolder(), 'all.ndjson');
  writeFileSync(file, lines.join('\n'));
  const texts = ['0 created, 0 already there\n', '1 created, 0 already there\n', '2 created, 0 already there\n'];
  expect(await run(runImport, file)).toEqual(texts);
});
