import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Row } from '../functions/http/row';
import * as routes from '../functions/routes';
import { bundleOptions } from '../lib/bundle';

/** What each bundle is made of. */
const inputs = new Map<string, string[]>();

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'users-and-posts-'));
  const { metafile } = await build({ ...bundleOptions(folder), metafile: true });
  rmSync(folder, { recursive: true });
  for (const [file, output] of Object.entries(metafile.outputs)) {
    inputs.set(file.replace(/^.*\/(\w+)\.js$/, '$1'), Object.keys(output.inputs));
  }
});

describe('a bundle', () => {
  test.each(Object.entries<Row>(routes))('of %s holds what its route needs, and no more', (name, { source, table }) => {
    const others = inputs.get(name)?.filter((file) => !/^functions\/(http|table|routes|\w+\/model)/.test(file)) ?? [];
    expect(others).toContain(source);
    const isResource = table !== undefined;
    const own = isResource ? /^functions\/(users|posts)\/|^node_modules\/valibot\/|sdk\.mjs$/ : /./;
    expect(others.filter((file) => !own.test(file))).toEqual([]);
    expect(others.some((file) => /sdk\.mjs$/.test(file))).toBe(isResource);
  });

  test('of the reference holds the page, and not what it is made of', () => {
    expect(inputs.get('getReference')?.filter((file) => /swagger|page\.built/.test(file))).toEqual([
      'functions/site/page.built.ts',
    ]);
  });
});
