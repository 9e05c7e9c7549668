import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedAssembly } from '../../../../lib/local/assembly/cache';
import { temporaryFolder } from '../../../support/folder';

const root = temporaryFolder();
const write = (name: string, text: string) => writeFileSync(join(root, name), text);

const sources = [
  'functions/http/route.ts',
  'lib/stack/api.ts',
  'cdk.json',
  'package.json',
  'tsconfig.json',
  'node_modules/.package-lock.json',
];

beforeAll(() => {
  for (const folder of ['functions/http', 'lib/stack', 'node_modules'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const name of sources) write(name, name);
});

let made = 0;
const make = async (outdir: string) => {
  mkdirSync(outdir, { recursive: true });
  writeFileSync(join(outdir, 'made'), String(++made));
  return outdir;
};
const kept = async (client = 'lean') =>
  readFileSync(join(await cachedAssembly(make, { root, settings: { client } }), 'made'), 'utf8');
const cache = join(root, 'node_modules', '.cache', 'assemblies');
const folders = () => readdirSync(cache);

test('an assembly is made once for each state of its sources', async () => {
  expect([await kept(), await kept()]).toEqual(['1', '1']);
  for (const name of sources) {
    const before = await kept();
    write(name, 'changed');
    const changed = await kept();
    expect(changed).not.toBe(before);
    write(name, name);
    // The assembly of an earlier state is still there when the sources return to that state.
    expect(await kept()).toBe(before);
  }
});

test('a synthesis that fails leaves no assembly', async () => {
  write('lib/stack/api.ts', 'broken');
  const before = folders();
  await expect(cachedAssembly(() => Promise.reject(new Error('no')), { root })).rejects.toThrow('no');
  expect(folders()).toEqual(before);
});

test('an assembly or a draft without a start for a day is removed when another is made', async () => {
  const [used = '', unused = '', ...others] = folders();
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
  utimesSync(join(cache, unused), yesterday, yesterday);
  await make(join(cache, 'draft'));
  utimesSync(join(cache, 'draft'), yesterday, yesterday);
  write('lib/stack/api.ts', 'another state');
  await kept();
  expect(folders()).toEqual(expect.arrayContaining([used, ...others]));
  expect(folders()).not.toContain(unused);
  expect(folders()).not.toContain('draft');
});

test('a start keeps its assembly for another day', async () => {
  const folder = await cachedAssembly(make, { root, settings: { client: 'lean' } });
  utimesSync(folder, new Date(0), new Date(0));
  await kept();
  expect(Date.now() - statSync(folder).mtimeMs).toBeLessThan(60_000);
});

test('an assembly is made for each client', async () => {
  const sdk = await kept('sdk');
  expect(await kept('lean')).not.toBe(sdk);
  expect(await kept('sdk')).toBe(sdk);
});
