import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiClient } from '../../../lib/transfer/api';
import { exportFile } from '../../../lib/transfer/export';
import { temporaryFolder } from '../../support/folder';

const line = (noun: string, id: string) => `{"${noun}":{"id":"${id}"}}\n`;
const asked: string[] = [];
const api: ApiClient = async (_, path) => {
  asked.push(path);
  const body = path.startsWith('/posts') ? [{ id: '9' }] : [];
  return { status: 200, headers: new Headers(), body };
};

test.each([
  ['nothing', '', undefined, undefined],
  ['a cut line', `${line('user', '1')}{"user":{"id":"2`, '1', undefined],
  ['a line without its newline', `${line('user', '1')}${line('user', '2').trim()}`, '1', undefined],
  ['whole lines', `${line('user', '1')}${line('post', '2')}`, '1', '2'],
])('an export that was cut off after %s goes on', async (_, text, user, post) => {
  const file = join(temporaryFolder(), 'all.ndjson');
  writeFileSync(`${file}.partial`, text);
  asked.length = 0;
  await exportFile(api, file, {});
  const kept = text.slice(0, text.lastIndexOf('\n') + 1);
  expect(readFileSync(file, 'utf8')).toBe(kept + line('post', '9'));
  const after = (id?: string) => (id ? `&after=${id}` : '');
  const users = `/api/v1/users?limit=100&order=asc${after(user)}`;
  expect(asked).toEqual([...(post ? [] : [users]), `/posts?limit=100&order=asc${after(post)}`, users]);
});

test('an export spares a file that is there', async () => {
  const file = join(temporaryFolder(), 'all.ndjson');
  writeFileSync(file, 'precious');
  await expect(exportFile(api, file, {})).rejects.toThrow(`${file} is already there; name another file.`);
  expect(readFileSync(file, 'utf8')).toBe('precious');
});
