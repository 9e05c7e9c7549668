import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { bundle } from '../../../lib/build/bundle';
import { temporaryFolder } from '../../support/folder';

/** The bundling of a TypeScript function in the AWS documentation. Other options have esbuild's defaults. */
const usual = { bundle: true, minify: true, platform: 'node', target: 'node24' } satisfies BuildOptions;

const modules = {
  ...usual,
  format: 'esm',
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

export const names = ['ours', 'official', 'ours unprimed', ...Object.keys(competitors)];

/** Bundles a competitor. Its bundle has the handlers of all routes. */
const buildCompetitor = async (name: string, options: BuildOptions) => {
  const outfile = join(temporaryFolder(), options.format === 'esm' ? `${name}.mjs` : `${name}.js`);
  const entryPoints = [join(__dirname, '..', 'peers', `${name}.ts`)];
  await build({ ...options, entryPoints, outfile, logLevel: 'error' });
  return outfile;
};

/**
 * Bundles the wanted variants. Each result has a name, and the file that Lambda loads for a route of the route table.
 * Lambda imports a file `.mjs` and requires any other file.
 */
export const buildVariants = async (wanted: readonly string[]) => {
  const ours = join(process.env.ASSEMBLY ?? '', 'bundles');
  const official = temporaryFolder();
  if (wanted.includes('official')) await bundle(official, 'sdk');
  const files: Record<string, (route: string) => string> = {
    ours: (route) => join(ours, route, `${route}.mjs`),
    official: (route) => join(official, route, `${route}.mjs`),
    'ours unprimed': (route) => join(ours, route, `${route}.cjs`),
  };
  for (const [name, options] of Object.entries(competitors)) {
    if (!wanted.includes(name)) continue;
    const file = await buildCompetitor(name, options);
    files[name] = () => file;
  }
  return Object.entries(files)
    .filter(([name]) => wanted.includes(name))
    .map(([name, fileFor]) => ({ name, fileFor, isPeer: name in competitors && name !== 'bare' }));
};
