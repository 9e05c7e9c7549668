import { existsSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cachedAssembly } from '../../../../lib/local/assembly/cache';
import { temporaryFolder } from '../../../support/folder';

const root = temporaryFolder();
const write = (name: string, text: string) => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};
const sources = [
  'functions/http/route.ts',
  'lib/stack/api.ts',
  'cdk.json',
  'package.json',
  'tsconfig.json',
  'node_modules/.package-lock.json',
];
for (const name of sources) write(name, name);

const made: string[] = [];
const make = async (outdir: string) => {
  mkdirSync(outdir, { recursive: true });
  made.push(outdir);
  return outdir;
};
const cached = (client = 'lean') => cachedAssembly(make, { root, settings: { client } });

test('an assembly is made once for each state of its sources and settings', async () => {
  const first = await cached();
  for (const name of sources) {
    write(name, 'changed');
    expect(await cached()).not.toBe(first);
    write(name, name);
  }
  expect(await cached('sdk')).not.toBe(first);
  // The assembly of an earlier state is still there when the sources return to that state.
  expect(await cached()).toBe(first);
  expect(made).toHaveLength(1 + sources.length + 1);
});

test('an assembly or a draft without a start for a day is removed when another is made', async () => {
  const [used, unused] = [await cached('sdk'), await cached()];
  const draft = await make(join(dirname(used), 'draft'));
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const folder of [used, unused, draft]) utimesSync(folder, longAgo, longAgo);
  await cached('sdk');
  expect(statSync(used).mtime > longAgo).toBe(true);
  write('lib/stack/api.ts', 'another state');
  await cached();
  expect([used, unused, draft].map((folder) => existsSync(folder))).toEqual([true, false, false]);
});
