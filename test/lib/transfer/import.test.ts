import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nounOf } from '../../../functions/kit/http/resource';
import { resources } from '../../../functions/resources';
import { runImport } from '../../../lib/transfer/commands';
import { startBroken } from '../../support/broken';
import { creatorOf, resourceRows, routeOf } from '../../support/every-resource';
import { temporaryFolder } from '../../support/folder';
import { nobody, useService } from '../../support/service';

const { ask, user, url } = useService();
const { requestFor } = creatorOf({ ask });

let file = '';
let said: string[] = [];
beforeEach(() => {
  file = join(temporaryFolder(), 'all.ndjson');
  said = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => jest.restoreAllMocks());

test('an import writes rejected lines with their reasons beside the file', async () => {
  const { id, name, email } = await user();
  const noResource = `is not ${resources.map((each) => `{"${nounOf(each)}":{…}}`).join(' or ')}`;
  const lines: [string, string?][] = [
    ['{"exported from":{"url":"https://one.example"}}'],
    [JSON.stringify({ user: { id, name, email }, post: { id: nobody, title: 'x' } }), noResource],
    // Longer than a chunk of the file.
    ['{"user":'.padEnd(70_000, 'é'), noResource],
    ['{"users":{}}', noResource],
    ['{"user":{"name":"Ada"}}', 'has no id'],
    [JSON.stringify({ user: { id, name, email } })],
    [JSON.stringify({ user: { id, name: 'Other', email } }), 'is already there with other content'],
    [
      JSON.stringify({ user: { id: nobody, name: '', email: 'b@c' } }),
      '400; invalid-body; name must not be empty.; #/name must not be empty',
    ],
    [
      JSON.stringify({ user: { id: nobody, name: 'x', email } }),
      '409; email-taken; Another user has this e-mail address.; #/email Another user has this e-mail address.',
    ],
  ];
  writeFileSync(file, `${lines.map(([text]) => text).join('\n')}\n`);
  for (const _ of ['once', 'again']) {
    expect(await runImport(['--url', url(), file])).toBe(1);
    const rejects = `${file}.rejects.ndjson`;
    expect(said.at(-1)).toBe(`0 created, 1 already there, 7 rejected: see ${rejects}\n`);
    const rejected = readFileSync(rejects, 'utf8').trimEnd().split('\n');
    expect(rejected.map((line) => JSON.parse(line)).sort((a, b) => a.line - b.line)).toEqual(
      lines.flatMap(([text, reason], i) => (reason ? [{ line: i + 1, reason, text }] : [])),
    );
  }
  expect((await ask(`GET /api/v1/users/${nobody}`)).status).toBe(404);
});

test.each(resourceRows)(
  'an import finds one of %s without defaults already there, and refuses another',
  async (_, resource) => {
    const [, { body: fields = {} }] = routeOf(resource, 'create');
    const given = Object.entries(await requestFor(resource, 'create'));
    const required = Object.fromEntries(given.filter(([name]) => fields[name]?.default === undefined));
    const write = (more: object) =>
      writeFileSync(file, JSON.stringify({ [nounOf(resource)]: { id: nobody, ...required, ...more } }));
    write({});
    const losing = await startBroken(url, (count) => (count === 1 ? 'lost' : undefined));
    const code = await runImport(['--url', losing.url, file]);
    losing.close();
    expect([code, said.at(-1)]).toEqual([0, '0 created, 1 already there\n']);
    expect(await runImport(['--url', url(), file])).toBe(0);
    expect(said.at(-1)).toBe('0 created, 1 already there\n');
    write(resource.examples.update.request);
    expect(await runImport(['--url', url(), file])).toBe(1);
    expect(said.at(-1)).toMatch(/^0 created, 0 already there, 1 rejected: /);
  },
);
