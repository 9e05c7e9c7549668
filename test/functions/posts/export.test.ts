import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiClient } from '../../../lib/transfer/api';
import { exportFile } from '../../../lib/transfer/export';
import { nouns } from '../../../lib/transfer/line';
import { temporaryFolder } from '../../support/folder';

const line = (noun: string, id: string) => `{"${noun}":{"id":"${id}"}}\n`;

const [user, post] = [line('user', '1'), line('post', '9')];

test.each([
  ['nothing', '', 'user post user:5', `${line('user', '5')}${post}`],
  ['a cut line', `${user}{"user":{"id":"2`, 'user:1 post user:1', post],
  ['a line without its newline', `${user}${line('user', '2').trim()}`, 'user:1 post user:1', post],
  ['whole lines', `${user}${line('post', '2')}`, 'post:2 user:1', ''],
])('an export that was cut off after %s goes on, and asks for new users', async (_, text, lists, added) => {
  const file = join(temporaryFolder(), 'all.ndjson');
  const asked: string[] = [];
  const api: ApiClient = async (_, path) => {
    const noun = ['user', 'post'].find((each) => path.startsWith(nouns.get(each)?.path ?? '-'));
    // Other resources have no items. In front of them, the export asks for posts that came meanwhile, too.
    const isAgain = noun === 'post' && (asked.includes(path) || path.endsWith('&after=9'));
    if (noun && !isAgain) asked.push(path);
    const body = path.includes('&after') || !noun ? [] : [{ id: noun === 'post' ? '9' : '5' }];
    return { status: 200, headers: new Headers(), body };
  };
  writeFileSync(`${file}.partial`, text);
  for await (const _ of exportFile(api, file, '2025-11-01T01:00:00+01:00'));
  expect(readFileSync(file, 'utf8')).toBe(text.slice(0, text.lastIndexOf('\n') + 1) + added);
  const query = 'limit=100&order=asc&createdSince=2025-11-01T01%3A00%3A00%2B01%3A00';
  const addressOf = ([noun = '', after]: string[]) =>
    `${nouns.get(noun)?.path}?${query}${after ? `&after=${after}` : ''}`;
  expect(asked).toEqual(lists.split(' ').map((list) => addressOf(list.split(':'))));
});
