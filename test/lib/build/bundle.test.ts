import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import * as jobs from '../../../functions/jobs';
import { isList, type Route } from '../../../functions/kit/http/route';
import * as routes from '../../../functions/routes';
import { bundle, bundleOptions } from '../../../lib/build/bundle';
import { isSpecial } from '../../../lib/build/entries';
import { handlerSourceOf } from '../../../lib/build/handlers';
import { hook, root } from '../../../lib/root';
import { testWithResource } from '../../support/declared';
import { temporaryFolder } from '../../support/folder';

const folder = temporaryFolder();

describe('a bundle', () => {
  /** Source files of each bundle, by its name. */
  const inputs = new Map<string, string[]>();

  beforeAll(async () => {
    const { metafile } = await bundle(join(folder, 'one'), 'lean', join(folder, 'maps'));
    for (const [file, output] of Object.entries(metafile.outputs))
      inputs.set(basename(file, '.cjs'), Object.keys(output.inputs));
  });

  /** Folders and files that every route of a resource shares. */
  const SHARED = /^functions\/(kit\/(?!site\/)|(routes|plan)\.ts|\w+\/(model|routes))/;

  test.each(Object.entries<Route>(routes))('of %s holds what its route needs, and no more', (name, route) => {
    const files = inputs.get(name) ?? [];
    const others = files.filter((file) => !SHARED.test(file));
    expect(others).toContain(handlerSourceOf(name, route).file);
    const isResource = route.actions !== undefined;
    const own = isResource && !isSpecial(route) ? /^route:|^functions\/(?!kit\/site)[\w-]+\// : /./;
    expect(others.filter((file) => !own.test(file))).toEqual([]);
    expect(files.some((file) => file.startsWith('functions/kit/dynamodb/lean/'))).toBe(isResource);
    const readers = ['body', 'fields', 'json'].map((file) => `functions/kit/http/${file}.ts`);
    const isRead = /^(POST|PUT|PATCH) /.test(route.routeKey) && !route.isRaw;
    // The marks of calls leave the queries of lists out of the bundles of other routes.
    if (isResource && !isSpecial(route)) expect(files.includes('functions/kit/model/page.ts')).toBe(isList(route));
    // Two bundles of the site describe or name types of bodies.
    if (!['fallback', 'getDescription'].includes(name))
      expect(files.filter((file) => readers.includes(file)).sort()).toEqual(isRead ? readers : []);
  });

  test('of the reference holds the page, and not the sources of the page', () => {
    expect(inputs.get('getReference')?.filter((file) => /swagger|page\.built/.test(file))).toEqual([
      'functions/kit/site/page.built.ts',
    ]);
  });

  test('is the same, byte for byte, when it is built again in another folder', () => {
    const [one, two] = [join(folder, 'one'), join(process.env.ASSEMBLY ?? '', 'bundles')];
    const files = readdirSync(one, { recursive: true }).filter((file) => /js$/.test(String(file)));
    // The bundles of the tests link their maps.
    const link = /^\/\/# sourceMappingURL=\w+\.cjs\.map\n/m;
    const contentOf = (of: string) =>
      files.map((file) => readFileSync(join(of, String(file)), 'utf8').replace(link, ''));
    expect(files.length).toBe(2 * Object.keys({ ...routes, ...jobs }).length);
    expect(contentOf(two)).toEqual(contentOf(one));
  });

  test('has a source map of its own, by which npm run trace names the source of a position', () => {
    const place = (file: string, text: string) => {
      const before = readFileSync(file, 'utf8').split(text, 1).join().split('\n');
      return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
    };
    const { line, column } = place(join(folder, 'one/fallback/fallback.cjs'), '"not-found"');
    const trace = `{"stack":"E\\n    at e (/var/task/fallback.cjs:${line}:${column})\\n at none.cjs:1:1"}`;
    const source = 'functions/kit/rules/problem.ts';
    const shown = `{"stack":"E\n    at e (${source}:${place(source, "'not-found'").line})\n at none.cjs:1:1"}`;
    const program = ['--require', hook, 'bin/trace.ts', '--maps', join(folder, 'maps')];
    const run = (input: string, ...parameters: string[]) =>
      spawnSync(process.execPath, [...program, ...parameters], { cwd: root, input, encoding: 'utf8' });
    expect(run(trace)).toMatchObject({ status: 0, stdout: `${shown}\n`, stderr: '' });
    expect(run('', 'none.cjs:1:1')).toMatchObject({ status: 1, stdout: 'none.cjs:1:1\n' });
    expect(readdirSync(join(folder, 'maps'))).toHaveLength(Object.keys({ ...routes, ...jobs }).length);
  });

  test('over its size limit fails the build, unless a resource is large, or its route is beside the six', async () => {
    const buildLarge = (sourcefile: string, ...table: readonly Record<string, Route>[]) => {
      const stdin = { contents: `console.log('${'x'.repeat(52_000)}')`, resolveDir: root, sourcefile };
      return build({ ...bundleOptions(folder, 'lean', ...table), entryPoints: [], stdin, write: false });
    };
    const largest = /bytes of shared code, 52000 are allowed; the largest inputs are functions\/kit\/a.ts \(520\d\d\)/;
    await expect(buildLarge('functions/kit/a.ts')).rejects.toThrow(largest);
    await expect(buildLarge('functions/notes/model.ts')).resolves.toMatchObject({ errors: [], warnings: [] });
    const tell: Route = { routeKey: 'POST /notes/{id}/telling', entry: 'functions/notes/tell.ts' };
    const larger = /^stdin has 520\d\d bytes of shared code, more than 52000; .+ are functions\/kit\/a.ts \(520\d\d\)$/;
    const warnings = [{ text: expect.stringMatching(larger) }];
    await expect(buildLarge('functions/kit/a.ts', { stdin: tell })).resolves.toMatchObject({ warnings });
  });
});

describe('the client', () => {
  const isOfTable = (name: string) =>
    Object.entries<Route>(routes).some(([one, { actions }]) => one === name && actions);
  testWithResource.each([
    ['lean', ['functions/kit/dynamodb/lean/']],
    ['sdk', ['@aws-sdk/client-dynamodb/', '@aws-sdk/lib-dynamodb/']],
  ] as const)('%s is the one that the setting names, and no other', async (client, own) => {
    const { entryPoints, ...options } = bundleOptions(folder, client);
    const one = entryPoints.filter(({ in: name }) => isOfTable(name)).slice(0, 1);
    const { metafile } = await build({ ...options, entryPoints: one, write: false });
    const clients = /functions\/kit\/dynamodb\/lean\/|@aws-sdk\/(client|lib)-dynamodb\//;
    const found = Object.keys(metafile.inputs).flatMap((file) => clients.exec(file)?.[0] ?? []);
    expect([...new Set(found)].sort()).toEqual(own);
  });

  test('lacks a name: the build says which, and in which file', async () => {
    const contents = "import { ScanCommand } from '#dynamodb'; console.log(ScanCommand);";
    const options = { ...bundleOptions(folder), entryPoints: [], write: false };
    const stdin = { contents, resolveDir: __dirname, sourcefile: 'scan.ts', loader: 'ts' } as const;
    const text = 'No matching export in "functions/kit/dynamodb/lean/index.ts" for import "ScanCommand"';
    const location = { file: 'test/lib/build/scan.ts' };
    await expect(build({ ...options, stdin })).rejects.toMatchObject({ errors: [{ text, location }] });
  });
});
