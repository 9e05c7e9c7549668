import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runImport } from '../../../lib/transfer/commands';
import { startBroken } from '../../support/broken';
import { temporaryFolder } from '../../support/folder';
import { nobody, useService } from '../../support/service';

const { ask, url } = useService();

let folder = '';
let said: string[] = [];
const file = () => join(folder, 'a.ndjson');
const write = (post: object) => writeFileSync(file(), `${JSON.stringify({ post })}\n`);
beforeEach(() => {
  folder = temporaryFolder();
  said = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await ask(`DELETE /posts/${nobody}`);
});

describe('an import of a post without content', () => {
  beforeEach(() => write({ id: nobody, title: 'A title' }));

  test('finds the post already there the second time', async () => {
    expect(await runImport(['--url', url(), file()])).toBe(0);
    expect(said.at(-1)).toBe('1 created, 0 already there\n');
    expect(await runImport(['--url', url(), file()])).toBe(0);
    expect(said.at(-1)).toBe('0 created, 1 already there\n');
  });

  test('finds the post already there when the answer to its creation was lost', async () => {
    const losing = await startBroken(url, (count) => (count === 1 ? 'lost' : undefined));
    expect(await runImport(['--url', losing.url, file()])).toBe(0);
    losing.close();
    expect(said.at(-1)).toBe('0 created, 1 already there\n');
  });

  test('rejects a later line that has other content for the post', async () => {
    await runImport(['--url', url(), file()]);
    write({ id: nobody, title: 'A title', content: 'Other' });
    expect(await runImport(['--url', url(), file()])).toBe(1);
    expect(said.at(-1)).toMatch(/^0 created, 0 already there, 1 rejected: /);
  });
});
