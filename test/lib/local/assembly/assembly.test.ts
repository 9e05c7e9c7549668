import { existsSync, mkdirSync, renameSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { messageOf } from '../../../../lib/failure';
import { cachedAssembly } from '../../../../lib/local/assembly/cache';
import { synthesizeInThread } from '../../../../lib/local/assembly/synthesis';
import { watchFolders } from '../../../../lib/local/assembly/watch';
import { serve } from '../../../../lib/local/serve';
import { temporaryFolder } from '../../../support/folder';
import { until } from '../../../support/time';

const root = temporaryFolder();
const write = (name: string, text: string) => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};

describe('the cache of assemblies', () => {
  const sources = [
    ...['functions/kit/http/route.ts', 'lib/stack/api.ts', 'cdk.json', 'package.json', 'tsconfig.json'],
    'node_modules/.package-lock.json',
  ];
  for (const name of sources) write(name, name);
  symlinkSync('nowhere', join(root, 'functions', '.#route.ts'));
  const make = jest.fn(async (outdir: string) => {
    mkdirSync(outdir, { recursive: true });
    return outdir;
  });
  const cached = (client = 'lean') => cachedAssembly(make, { client }, root);

  test('makes an assembly once for each state of its sources and settings', async () => {
    const first = await cached();
    for (const name of sources) {
      write(name, 'changed');
      expect(await cached()).not.toBe(first);
      write(name, name);
    }
    expect(await cached('sdk')).not.toBe(first);
    // The assembly of an earlier state is still there when the sources return to that state.
    expect(await cached()).toBe(first);
    expect(make).toHaveBeenCalledTimes(1 + sources.length + 1);
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

test('the watch builds files that are saved, renamed or in a new folder, and says where code does not compile', async () => {
  const folder = temporaryFolder();
  const [source, part] = [join(folder, 'get.ts'), join(folder, 'new', 'part.ts')];
  const built: string[] = [];
  const broken: string[] = [];
  const onChange = async () => {
    const result = await build({
      entryPoints: [source],
      bundle: true,
      format: 'cjs',
      logLevel: 'silent',
      write: false,
    });
    built.push(result.outputFiles[0]?.text ?? '');
  };
  const watching = watchFolders([folder], onChange, (error) => broken.push(messageOf(error)));
  const isBuilt = (code: string) => until(() => built.at(-1)?.includes(code) ?? false);

  writeFileSync(source, 'export const handler = 2;');
  await isBuilt('handler = 2');
  writeFileSync(join(folder, 'draft'), 'export const handler = 3;');
  renameSync(join(folder, 'draft'), source);
  await isBuilt('handler = 3');
  writeFileSync(source, "export { part as handler } from './new/part';");
  await until(() => broken.splice(0).length > 0);
  mkdirSync(dirname(part));
  writeFileSync(part, 'export const part = 4;');
  await isBuilt('part = 4');
  writeFileSync(part, 'export const part = 5;');
  await isBuilt('part = 5');
  writeFileSync(part, 'export const part = ;');
  await until(() => broken.length > 0);
  expect(broken.join()).toContain('new/part.ts:1:20: ERROR: Unexpected ";"');
  expect(built.at(-1)).toContain('part = 5');
  writeFileSync(part, 'export const part = 6;');
  await isBuilt('part = 6');
  await watching.close();
});
