import { type BuildOptions, build, type Plugin } from 'esbuild';
import * as routes from '../../functions/routes';
import { root } from '../root';
import { within } from './bytes';
import { entries } from './entries';

const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  // The SDK's ES modules can be shaken, its CommonJS cannot.
  mainFields: ['module', 'main'],
  metafile: true,
  logLevel: 'silent',
} satisfies BuildOptions;

/** Says what to do when a source file uses a name of the SDK that the stand-in lacks. */
const standIn: Plugin = {
  name: 'stand-in',
  setup: ({ onEnd }) =>
    onEnd(({ errors }) => {
      if (!errors.some(({ text }) => text.includes('functions/dynamodb/index.ts'))) return undefined;
      return {
        errors: [{ text: 'Add the name to functions/dynamodb, or use the official client with -c client=sdk' }],
      };
    }),
};

/** Runs each module named `*.built.ts` during the build. The bundle holds its exports as JSON and none of its imports. */
const builtNow: Plugin = {
  name: 'built-now',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.built\.ts$/ }, async ({ path }) => {
      const made = Object.entries(await import(path)).filter(([name]) => name !== 'default');
      return { contents: made.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n') };
    }),
};

/** Maximum size of a bundle. The bundles of the site hold the pages that they show. */
const maxBytes = (name: string) =>
  ({ getReference: 700_000, getDescription: 65_000, listRoutes: 30_000, fallback: 20_000 })[name] ?? 51_200;

/** The official client is this much larger than its stand-in. */
const OFFICIAL_BYTES = 350_000;

export type Client = 'lean' | 'sdk';

/** One build for all functions. Each gets a folder with all that it needs and nothing else. */
export const bundleOptions = (outdir: string, client: Client = 'lean') =>
  ({
    ...shared,
    entryPoints: Object.keys(routes).map((name) => ({ in: name, out: `${name}/${name}` })),
    outdir,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    // The import `#dynamodb` is functions/dynamodb on the condition `lean` (package.json, `imports`).
    conditions: client === 'lean' ? ['module', 'lean'] : ['module'],
    plugins: [entries, standIn, builtNow, within((name) => maxBytes(name) + (client === 'sdk' ? OFFICIAL_BYTES : 0))],
  }) satisfies BuildOptions;

export const bundle = (outdir: string, client?: Client) => build(bundleOptions(outdir, client));
