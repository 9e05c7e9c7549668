import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import type { Row } from '../functions/http/row';
import * as routes from '../functions/routes';
import { bundle, bundleOptions } from '../lib/bundle';
import { within } from '../lib/bytes';
import { leaveOut } from '../lib/sdk';

const folder = mkdtempSync(join(tmpdir(), 'users-and-posts-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a bundle', () => {
  /** What each is made of. */
  const inputs = new Map<string, string[]>();

  beforeAll(async () => {
    const { metafile } = await bundle(join(folder, 'one'));
    for (const [file, output] of Object.entries(metafile.outputs)) {
      inputs.set(basename(file, '.cjs'), Object.keys(output.inputs));
    }
  });

  test.each(Object.entries<Row>(routes))('of %s holds what its route needs, and no more', (name, { source, table }) => {
    const others = inputs.get(name)?.filter((file) => !/^functions\/(http|table|routes|\w+\/model)/.test(file)) ?? [];
    expect(others).toContain(source);
    const isResource = table !== undefined;
    const own = isResource ? /^row:|^functions\/(users|posts)\/|sdk\.mjs$/ : /./;
    expect(others.filter((file) => !own.test(file))).toEqual([]);
    expect(others.some((file) => /sdk\.mjs$/.test(file))).toBe(isResource);
  });

  test.each([
    ['getPost', ['functions/http/body.ts', 'functions/posts/model.ts', 'functions/users/model.ts']],
    ['removeUser', ['functions/http/body.ts', 'functions/posts/model.ts']],
    ['createPost', ['functions/users/model.ts']],
  ])('of %s holds nothing of what is declared for others', (name, others) => {
    expect(inputs.get(name)?.filter((file) => others.includes(file))).toEqual([]);
  });

  test('of the reference holds the page, and not what it is made of', () => {
    expect(inputs.get('getReference')?.filter((file) => /swagger|page\.built/.test(file))).toEqual([
      'functions/site/page.built.ts',
    ]);
  });

  test('is the same, byte for byte, when it is built again elsewhere', async () => {
    await bundle(join(folder, 'two'));
    const files = readdirSync(join(folder, 'one'), { recursive: true }).filter((file) => /js$/.test(String(file)));
    const contentOf = (of: string) => files.map((file) => readFileSync(join(folder, of, String(file)), 'utf8'));
    expect(files.length).toBe(2 * Object.keys(routes).length + 1);
    expect(contentOf('two')).toEqual(contentOf('one'));
  });

  test('that is larger than it may be fails, and names what is large in it', async () => {
    const options = { ...bundleOptions(folder), entryPoints: ['functions/posts/model.ts'], write: false };
    const tried = build({ ...options, plugins: [within((name) => (name === 'model' ? 500 : 0))] });
    const largest =
      /model has \d+ bytes, 500 are allowed; the largest inputs are functions\/posts\/model.ts \(\d+\), functions/;
    await expect(tried).rejects.toThrow(largest);
  });
});

describe('leaving a part out of the SDK', () => {
  const options = { ...bundleOptions(folder), entryPoints: ['functions/table/sdk.ts'] };
  const file = '@smithy/core/dist-es/submodules/serde/date-utils.js';
  const tried = (parts: Parameters<typeof leaveOut>[0]) =>
    build({ ...options, write: false, plugins: [leaveOut(parts)] });

  test('fails when the SDK has no such file', async () => {
    await expect(tried({ '@smithy/core/gone.js': {} })).rejects.toThrow('The SDK has no @smithy/core/gone.js any more');
  });

  test('fails when the file does not export what is replaced', async () => {
    await expect(tried({ [file]: { gone: '0' } })).rejects.toThrow(`The SDK's ${file} exports no gone any more`);
  });

  test('puts in its place what throws, and says why', async () => {
    const [output] = (await tried({ [file]: {} })).outputFiles;
    expect(output?.text).toContain('dateToUtcString of the SDK is not bundled, see lib/sdk.ts');
  });
});
