import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { nounOf } from '../../../functions/http/resource';
import { resources } from '../../../functions/resources';
import { listen } from '../../../lib/local/listen';
import { runExport, runImport } from '../../../lib/transfer/commands';
import { temporaryFolder } from '../../support/folder';
import { nobody, useService } from '../../support/service';

const { ask, user, url } = useService();

let folder = '';
let said: string[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  said = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => jest.restoreAllMocks());

const at = (name: string) => join(folder, name);
const linesIn = (name: string) =>
  readFileSync(at(name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('export and import', () => {
  test('write rejected lines with their reasons beside the file', async () => {
    const { id, name, email } = await user();
    const noResource = `is not ${resources.map((each) => `{"${nounOf(each)}":{…}}`).join(' or ')}`;
    const lines: [string, string?][] = [
      ['{"user":', noResource],
      ['{"users":{}}', noResource],
      ['{"user":{"name":"Ada"}}', 'has no id'],
      [JSON.stringify({ user: { id, name, email } })],
      [JSON.stringify({ user: { id, name: 'Other', email } }), 'is already there with other content'],
      [
        JSON.stringify({ post: { id: nobody, title: '' } }),
        '400; invalid-body; title must not be empty.; #/title must not be empty',
      ],
      [
        JSON.stringify({ post: { id: nobody, title: 'x', userId: nobody } }),
        '422; unknown-user; No user has this userId.; #/userId No user has this userId.',
      ],
    ];
    writeFileSync(at('a.ndjson'), `${lines.map(([text]) => text).join('\n')}\n`);
    for (const _ of ['once', 'again']) {
      expect(await runImport(['--url', url(), at('a.ndjson')])).toBe(1);
      expect(said.at(-1)).toMatch(/^0 created, 1 already there, 6 rejected: see .*a\.ndjson\.rejects\.ndjson\n$/);
      expect(linesIn('a.ndjson.rejects.ndjson').sort((a, b) => a.line - b.line)).toEqual(
        lines.flatMap(([text, reason], i) => (reason ? [{ line: i + 1, reason, text }] : [])),
      );
    }
    expect((await ask(`GET /posts/${nobody}`)).status).toBe(404);
  });

  test('send a token, and stop when the service refuses the token', async () => {
    const seen = new Set<string | undefined>();
    const server = createServer((request, response) => {
      seen.add(request.headers.authorization);
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Unauthorized"}');
    });
    const args = ['--url', `http://127.0.0.1:${await listen(server, 0)}`, '--token', 'secret', at('a.ndjson')];
    await expect(runExport(args)).rejects.toThrow('401; Unauthorized');
    writeFileSync(at('a.ndjson'), `${JSON.stringify({ post: { id: nobody, title: 'x' } })}\n`);
    await expect(runImport(args)).rejects.toThrow('The API refuses access (401; Unauthorized); pass a valid --token.');
    server.close();
    expect([...seen]).toEqual(['Bearer secret']);
    expect(said.join('')).not.toContain('secret');
  });

  test.each([
    [[], '--url is missing; allowed: an address such as https://api.example'],
    [['--url', 'nowhere'], '--url is nowhere; allowed: an address such as https://api.example'],
    [['--url', 'http://127.0.0.1:1', 'a', 'b'], "Unexpected argument 'b'; allowed: --url <url>, --token <text>, "],
  ])('name the arguments that are wrong: %j', async (args, message) => {
    await expect(runImport(args)).rejects.toThrow(message);
    await expect(runExport(args)).rejects.toThrow(message);
  });
});
