import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiClient } from '../../../lib/transfer/api';
import { exportFile } from '../../../lib/transfer/export';
import { exported, nouns } from '../../../lib/transfer/line';
import { describeFor } from '../../support/declared';
import { temporaryFolder } from '../../support/folder';

/** The resources that have items: the first two. */
const [parent = '', child = ''] = exported.map(([noun]) => noun);

/** Returns the line of a resource whose versions show nothing but the id. */
const line = (noun: string, id: string) => {
  const [, , others = []] = exported.find(([name]) => name === noun) ?? [];
  const parts = others.map((other) => [other.noun, {}]);
  return `${JSON.stringify({ [noun]: { id }, ...Object.fromEntries(parts) })}\n`;
};

const since = '2025-11-01T01:00:00+01:00';
const source = '{"exported from":{"url":"https://api.example","since":"2025-11-01T01:00:00+01:00"}}\n';

const [first, last] = [line(parent, '1'), line(child, '9')];

describeFor({ what: 'two resources', found: child || undefined }, 'an export', () => {
  test.each([
    ['nothing', '', `${parent} ${child} ${parent}:5`, `${line(parent, '5')}${last}`],
    ['a cut line', `${first}{"${parent}":{"id":"2`, `${parent}:1 ${child} ${parent}:1`, last],
    ['a line without its newline', `${first}${line(parent, '2').trim()}`, `${parent}:1 ${child} ${parent}:1`, last],
    ['a malformed item', `${first}{"malformed x":"2"}\n${last}`, `${parent}:1 ${child} ${parent}:1`, last],
    ['whole lines', `${first}${line(child, '2')}`, `${child}:2 ${parent}:1`, ''],
  ])('that was cut off after %s goes on, and asks for new parents', async (_, text, lists, added) => {
    const file = join(temporaryFolder(), 'all.ndjson');
    const asked: string[] = [];
    const api: ApiClient = async (_, path) => {
      const headers = new Headers();
      const [, ids] = /\?id=(.*)/.exec(path) ?? [];
      if (ids) return { status: 200, headers, body: ids.split('&id=').map((id) => ({ id })) };
      const noun = [parent, child].find((each) => path.startsWith(nouns.get(each)?.path ?? '-'));
      // In front of the resources without items, the export asks for children that came meanwhile, too.
      const isAgain = noun === child && (asked.includes(path) || path.endsWith('&after=9'));
      // A page with fewer items than its limit is read again with another limit.
      if (noun && !isAgain && path.includes('limit=100&')) asked.push(path);
      const body = path.includes('&after') || !noun ? [] : [{ id: noun === child ? '9' : '5' }];
      return { status: 200, headers, body };
    };
    writeFileSync(`${file}.partial`, source + text);
    for await (const _ of exportFile(api, file, { url: 'https://api.example/', since }));
    expect(readFileSync(file, 'utf8')).toBe(source + text.split(/\{"malformed|[^\n]+$/)[0] + added);
    const query = 'limit=100&order=asc&createdSince=2025-11-01T01%3A00%3A00%2B01%3A00';
    const addressOf = ([noun = '', after]: string[]) =>
      `${nouns.get(noun)?.path}?${query}${after ? `&after=${after}` : ''}`;
    expect(asked).toEqual(lists.split(' ').map((list) => addressOf(list.split(':'))));
  });
});
