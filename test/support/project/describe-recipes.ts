import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ready } from '../../lib/local/start';
import { temporaryFolder } from '../folder';
import { sectionOf } from './recipe';

type Copy = { readonly folder: string; readonly page: string };

/** Tests what the recipes of a page do in a copy of the project, which has their files. */
export const describeRecipes = ({ folder, page }: Copy) => {
  /** Runs a line in the copy by a shell. Returns what the line prints, also if it fails. */
  const runLine = (line: string) =>
    new Promise<string>((resolve) => {
      execFile('sh', ['-c', line], { cwd: folder }, (_, out, error) => resolve(`${out}${error}`));
    });

  test('imports the rows of a CSV, and a rejected row once it is right, as the page says', async () => {
    const section = sectionOf(page, 'Import ten thousand rows');
    const [conversion = '', imports = ''] = section.match(/^(node|npm run import) .+$/gm) ?? [];
    const [first = '', second = ''] = section.match(/(?<=prints `)\d+ created.+(?=`)/g) ?? [];
    const { url, child } = await ready(temporaryFolder(), ['--memory', '--quiet'], folder);
    const importRows = () => runLine(imports.replace(/http:\S+/, url));
    expect(await runLine(conversion)).toBe('');
    expect((await importRows()).trimEnd().split('\n').at(-1)).toBe(first);
    const [, reason = 'no reason'] = /such as `(amount.+?)`/.exec(section) ?? [];
    expect(readFileSync(join(folder, 'vouchers.ndjson.rejects.ndjson'), 'utf8')).toContain(reason);
    const lines = readFileSync(join(folder, 'vouchers.ndjson'), 'utf8');
    writeFileSync(join(folder, 'vouchers.ndjson'), lines.replace(':-1,', ':1,'));
    expect((await importRows()).trimEnd().split('\n').at(-1)).toBe(second);
    child.kill('SIGINT');
  });

  const people = { 'custom:tenant': 'acme' };
  test.each([
    ['an admin', 'HostedAuth', { userAttributes: people, groupConfiguration: { groupsToOverride: ['admins'] } }],
    ['another person', 'HostedAuth', { userAttributes: people, groupConfiguration: {} }],
    ['a person without a tenant', 'HostedAuth', { userAttributes: {}, groupConfiguration: {} }],
    ['a machine', 'ClientCredentials', {}],
  ])('the function of the user pool completes the access token of %s', async (who, source, request) => {
    const event = { triggerSource: `TokenGeneration_${source}`, callerContext: { clientId: 'machine' }, request };
    const program = `import('./tokens.mjs').then(async ({ handler }) => console.log(JSON.stringify(await handler(${JSON.stringify(event)}))))`;
    const { response } = JSON.parse(await runLine(`node --eval ${JSON.stringify(program)}`));
    const tenant = { 'an admin': 'acme', 'another person': 'acme', 'a machine': 'machine' }[who];
    expect(response.claimsAndScopeOverrideDetails.accessTokenGeneration).toEqual({
      claimsToAddOrOverride: tenant ? { 'custom:tenant': tenant } : {},
      scopesToAdd: who === 'an admin' ? ['shop/vouchers:admin'] : [],
    });
  });
};
