import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { bundle } from '../../../lib/build/bundle';
import { routes } from './routes';

/** A way to write a route: what Lambda would load, `.mjs` by import and others by require, as it does. */
export type Variant = {
  readonly name: string;
  readonly file: string;
  /** All that is deployed with it. */
  readonly files: readonly string[];
};

/** As the AWS documentation bundles a TypeScript function; all else is esbuild's default. */
const usual = { bundle: true, minify: true, platform: 'node', target: 'node24' } satisfies BuildOptions;

const modules = {
  ...usual,
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  // The SDK has modules that `require` those of Node.
  banner: { js: "import { createRequire } from 'module';const require = createRequire(import.meta.url);" },
} satisfies BuildOptions;

/** What ours is compared with. Each is bundled as its own documentation says; where that says nothing, as bare is. */
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

/** A folder has a file for each route, or one application for all. */
const buildCompetitor = async (name: string, outdir: string) => {
  const folder = [join(__dirname, name), join(__dirname, '..', 'peers', name)].find(existsSync) ?? '';
  const entryPoints = [...Object.keys(routes), 'app'].map((file) => join(folder, `${file}.ts`)).filter(existsSync);
  await build({ ...competitors[name], entryPoints, outdir: join(outdir, name), logLevel: 'error' });
};

/** Bundles what is asked for; answers the variants of a route. */
export const buildVariants = async (outdir: string, wanted: readonly string[]) => {
  await bundle(join(outdir, 'ours'));
  if (wanted.includes('official')) await bundle(join(outdir, 'official'), 'sdk');
  await build({ ...usual, entryPoints: [join(__dirname, 'empty.ts')], outdir });
  for (const name of Object.keys(competitors).filter((one) => wanted.includes(one)))
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
      const file = candidates.map((one) => join(outdir, one)).find(existsSync);
      if (!file) return [];
      // A folder of ours is a function; of the others it holds one file for each route.
      const folder = dirname(file);
      return [
        {
          name,
          file,
          files: ['ours', 'official'].includes(name) ? readdirSync(folder).map((one) => join(folder, one)) : [file],
        },
      ];
    });
  };
};
