import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { seed } from '../../../lib/local/seed';
import { useService } from '../../support/service';
import { readText } from '../../support/sources';

const run = promisify(execFile);
const examples = [...readText('README.md').matchAll(/^\$ (curl .+)\n(.+)$/gm)].map(([, command = '', answer = '']) => ({
  command,
  answer,
}));

/** Hides the values that differ from run to run: ids, times, and the id of the request. */
const mask = (json: string) =>
  json
    .replace(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g, 'an id')
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'a time')
    .replace(/"requestId":"[^"]+"/, '"requestId":"a request"');

const { url } = useService();
beforeAll(() => seed(url(), {}, true));

test('the front door shows three requests', () => {
  expect(examples).toHaveLength(3);
});

test.each(examples)('the front door shows the response to: $command', async ({ command, answer }) => {
  const line = `${command.replace('http://127.0.0.1:3000', url())} --silent`;
  const { stdout } = await run('sh', ['-c', line]);
  expect(mask(stdout)).toBe(mask(answer));
});
