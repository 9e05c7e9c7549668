import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBuilder } from '../../lib/local/builder';
import { temporaryFolder } from './assembly';

const folder = temporaryFolder();
const file = (name: string) => join(folder, `${name}.ts`);
writeFileSync(file('shared'), 'export const shared = 1;');
for (const name of ['get', 'list']) writeFileSync(file(name), `export { shared as ${name} } from './shared';`);
const builder = startBuilder({
  entryPoints: { get: file('get'), list: file('list') },
  outdir: folder,
  bundle: true,
  format: 'cjs',
});
beforeAll(() => builder.build());
afterAll(() => builder.close());

test.each([
  ['get', ['get.js']],
  ['shared', ['get.js', 'list.js']],
  ['unknown', ['get.js', 'list.js']],
])('a change of %s builds %j', async (name, built) => {
  expect(readdirSync(await builder.build([file(name)])).sort()).toEqual(built);
});
