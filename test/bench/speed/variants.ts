import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { bundle } from '../../../lib/build/bundle';
import { routes } from './routes';

/** One way to write a route. Lambda imports a file `.mjs` and requires any other file. */
export type Variant = {
  readonly name: string;
  readonly file: string;
  /** All files of the deployed bundle. */
  readonly files: readonly string[];
};

/** The bundling of a TypeScript function in the AWS documentation. Other options have esbuild's defaults. */
const usual = { bundle: true, minify: true, platform: 'node', target: 'node24' } satisfies BuildOptions;

const modules = {
  ...usual,
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  // Defines `require`, because modules of the SDK require modules of Node.
  banner: { js: "import { createRequire } from 'module';const require = createRequire(import.meta.url);" },
} satisfies BuildOptions;

/** The competitors. Each is bundled as its documentation says, or like bare when its documentation says nothing. */
const competitors: Record<string, BuildOptions> = {
  bare: usual,
  floor: usual,
  // https://middy.js.org/docs/best-practices/bundling
  middy: modules,
  'middy-ajv': modules,
  // https://github.com/aws-powertools/powertools-lambda-typescript/blob/main/examples/app/cdk/example-stack.ts
  powertools: { ...modules, mainFields: ['module', 'main'] },
  hono: usual,
  express: usual,
  electrodb: usual,
};

export const names = ['ours', 'official', 'ours unprimed', ...Object.keys(competitors), 'empty'];

/** Bundles a competitor. Its folder has a file for each route, or one file `app.ts` for all routes. */
const buildCompetitor = async (name: string, outdir: string) => {
  const folder = [join(__dirname, name), join(__dirname, '..', 'peers', name)].find(existsSync) ?? '';
  const entryPoints = [...Object.keys(routes), 'app'].map((file) => join(folder, `${file}.ts`)).filter(existsSync);
  await build({ ...competitors[name], entryPoints, outdir: join(outdir, name), logLevel: 'error' });
};

/** Bundles the wanted variants. The returned function lists the variants of a route. */
export const buildVariants = async (outdir: string, wanted: readonly string[]) => {
  await bundle(join(outdir, 'ours'));
  if (wanted.includes('official')) await bundle(join(outdir, 'official'), 'sdk');
  await build({ ...usual, entryPoints: [join(__dirname, 'empty.ts')], outdir });
  for (const name of Object.keys(competitors).filter((competitor) => wanted.includes(competitor)))
    await buildCompetitor(name, outdir);
  return (route: string): Variant[] => {
    const row = routes[route]?.row ?? '';
    const files: Record<string, string[]> = {
      ours: [`ours/${row}/${row}.mjs`],
      official: [`official/${row}/${row}.mjs`],
      'ours unprimed': [`ours/${row}/${row}.cjs`],
      empty: ['empty.js'],
    };
    return wanted.flatMap((name) => {
      const candidates = files[name] ?? [route, 'app'].flatMap((file) => [`${name}/${file}.mjs`, `${name}/${file}.js`]);
      const file = candidates.map((candidate) => join(outdir, candidate)).find(existsSync);
      if (!file) return [];
      // Each function of this service has a folder of its own. A competitor has one folder for all its functions.
      const folder = dirname(file);
      const isOurs = ['ours', 'official'].includes(name);
      return [{ name, file, files: isOurs ? readdirSync(folder).map((entry) => join(folder, entry)) : [file] }];
    });
  };
};
