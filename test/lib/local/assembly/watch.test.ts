import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBuilder } from '../../../../lib/local/assembly/builder';
import { watchFolders } from '../../../../lib/local/assembly/watch';
import { temporaryFolder } from '../../../support/folder';
import { until } from '../../../support/local/wire';

const folder = temporaryFolder();
const outdir = temporaryFolder();
const source = join(folder, 'get.ts');
const built: string[] = [];
const broken: string[] = [];
const builder = startBuilder(async () => ({
  entryPoints: { 'get/get': source },
  outdir,
  bundle: true,
  format: 'cjs',
  logLevel: 'silent',
}));
let watching: { close(): Promise<void> };

beforeAll(() => {
  watching = watchFolders({
    folders: [folder],
    builder,
    onBuilt: (bundles) => built.push(readFileSync(join(bundles, 'get', 'get.js'), 'utf8')),
    onBroken: (reason) => broken.push(reason),
  });
});
afterAll(async () => {
  await watching.close();
  await builder.close();
});

const isBuilt = (code: string) => until(() => built.at(-1)?.includes(code) ?? false);

test('the watch builds a file that is saved, also by renaming', async () => {
  writeFileSync(source, 'export const handler = 2;');
  await isBuilt('handler = 2');
  writeFileSync(join(folder, 'draft'), 'export const handler = 3;');
  renameSync(join(folder, 'draft'), source);
  await isBuilt('handler = 3');
});

test('the watch builds what is saved in a folder that is made later', async () => {
  mkdirSync(join(folder, 'new'));
  writeFileSync(join(folder, 'new', 'part.ts'), 'export const part = 4;');
  writeFileSync(source, "export { part as handler } from './new/part';");
  await isBuilt('part = 4');
  writeFileSync(join(folder, 'new', 'part.ts'), 'export const part = 5;');
  await isBuilt('part = 5');
});

test('the watch reports where code does not compile, and builds the next good code', async () => {
  writeFileSync(source, 'export const handler = ;');
  await until(() => broken.length > 0);
  expect(broken.join()).toMatch(/get\.ts:1:23: ERROR: Unexpected ";"/);
  expect(built.at(-1)).toContain('part = 5');
  writeFileSync(source, 'export const handler = 6;');
  await isBuilt('handler = 6');
});
