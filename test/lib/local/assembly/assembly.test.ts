import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { cachedAssembly } from '../../../../lib/local/assembly/cache';
import { watchFolders } from '../../../../lib/local/assembly/watch';
import { serve } from '../../../../lib/local/serve';
import { synthesizeInThread } from '../../../../lib/local/synthesis';
import { temporaryFolder } from '../../../support/folder';
import { until } from '../../../support/time';

const root = temporaryFolder();
const write = (name: string, text: string) => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};

describe('the cache of assemblies', () => {
  const files = ['sources/part/one.ts', 'sources/two.ts', 'settings.json'];
  for (const name of files) write(name, name);
  symlinkSync('nowhere', join(root, 'sources', '.#two.ts'));
  const sources = ['sources', 'settings.json', 'missing'].map((name) => join(root, name));
  const make = jest.fn(async (outdir: string) => {
    mkdirSync(outdir, { recursive: true });
    return outdir;
  });
  const cached = (client = 'lean') => cachedAssembly(make, join(root, 'cache'), { sources, settings: { client } });

  test('makes an assembly once for each state of its sources and settings', async () => {
    const first = await cached();
    for (const name of files) {
      write(name, 'changed');
      expect(await cached()).not.toBe(first);
      write(name, name);
    }
    expect(await cached('sdk')).not.toBe(first);
    // The assembly of an earlier state is still there when the sources return to that state.
    expect(await cached()).toBe(first);
    expect(make).toHaveBeenCalledTimes(1 + files.length + 1);
  });

  test('removes an assembly or a draft without a start for a day when it makes another', async () => {
    const [used, unused] = [await cached('sdk'), await cached()];
    const draft = await make(join(dirname(used), 'draft'));
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    for (const folder of [used, unused, draft]) utimesSync(folder, longAgo, longAgo);
    await cached('sdk');
    expect(statSync(used).mtime > longAgo).toBe(true);
    await cached('another');
    expect([used, unused, draft].map((folder) => existsSync(folder))).toEqual([true, false, false]);
  });
});

describe('a synthesis', () => {
  const { ASSEMBLY = '' } = process.env;
  const synthesize = (settings: Record<string, unknown>) =>
    synthesizeInThread(temporaryFolder(), join(ASSEMBLY, 'bundles'), settings);

  test('with other routes, permissions or tables outdates a service, and the same does not', async () => {
    const service = await serve({ assembly: ASSEMBLY, port: 0 });
    expect(service.isOutdated(await synthesize({ stages: {} }))).toBe(false);
    expect(service.isOutdated(await synthesize({ stages: {}, origins: 'https://a.example' }))).toBe(true);
    await service.close();
  });

  test('with a wrong setting fails with one sentence', async () => {
    const message = expect.stringMatching(/^Setting "stage" is "X"; allowed: /);
    await expect(synthesize({ stage: 'X' })).rejects.toMatchObject({ name: 'Error', message });
  });
});

test('the watch reports files that are saved, renamed or in a new folder, and goes on after an error', async () => {
  const folder = temporaryFolder();
  const [file, part] = [join(folder, 'get.ts'), join(folder, 'new', 'part.ts')];
  const [seen, errors]: [string[], unknown[]] = [[], []];
  const onChange = async () => {
    const texts = [file, part].filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'));
    if (texts.includes('broken')) throw new Error('broken');
    seen.push(...texts);
  };
  const watching = watchFolders([folder], onChange, (error) => errors.push(error));
  const isSeen = (text: string) => until(() => seen.includes(text));

  writeFileSync(file, 'saved');
  await isSeen('saved');
  writeFileSync(join(folder, 'draft'), 'renamed');
  renameSync(join(folder, 'draft'), file);
  await isSeen('renamed');
  mkdirSync(dirname(part));
  writeFileSync(part, 'in a new folder');
  await isSeen('in a new folder');
  writeFileSync(part, 'broken');
  await until(() => errors.length > 0);
  expect(errors).toContainEqual(new Error('broken'));
  writeFileSync(part, 'repaired');
  await isSeen('repaired');
  await watching.close();
});
