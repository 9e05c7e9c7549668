import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import * as routes from '../functions/routes';
import { within } from './bytes';
import { declared } from './declared';
import { entries } from './entries';
import { leanSdk } from './sdk';

const root = join(__dirname, '..');

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

/** The SDK is read and shaken once, not once a function: all of them take 350 ms instead of 600. */
const sdkOnce = (outfile: string): Plugin => {
  const entry = join(root, 'functions', 'table', 'sdk.ts');
  let built: { readonly of: string; readonly done: Promise<unknown> } | undefined;
  const plugins = [leanSdk, within(() => 30_000)];
  const buildSdk = () => build({ ...shared, entryPoints: [entry], format: 'esm', outfile, plugins });
  return {
    name: 'sdk-once',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\/sdk$/ }, async () => {
        const of = readFileSync(entry, 'utf8');
        if (built?.of !== of) built = { of, done: buildSdk() };
        await built.done.catch((error) => {
          built = undefined;
          throw error;
        });
        return { path: outfile };
      }),
  };
};

/** A module named `*.built.ts` runs now: a bundle holds what it exports, and nothing of what that takes. */
const builtNow: Plugin = {
  name: 'built-now',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.built\.ts$/ }, async ({ path }) => {
      const made = Object.entries(await import(path)).filter(([name]) => name !== 'default');
      return { contents: made.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n') };
    }),
};

/** What a function may be, with some room to grow: those of the site hold what they show. */
const mostBytes = (name: string) =>
  ({ getReference: 700_000, getDescription: 65_000, listRoutes: 30_000, fallback: 20_000 })[name] ?? 65_000;

/** One build for all functions: a folder each, with all that it needs and nothing else. */
export const bundleOptions = (outdir: string) =>
  ({
    ...shared,
    entryPoints: Object.keys(routes).map((name) => ({ in: name, out: `${name}/${name}` })),
    outdir,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    plugins: [entries, declared, sdkOnce(resolve(root, outdir, 'sdk.mjs')), builtNow, within(mostBytes)],
  }) satisfies BuildOptions;

export const bundle = (outdir: string) => build(bundleOptions(outdir));
