import { join, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import type { Row } from '../functions/http/row';
import * as routes from '../functions/routes';

const root = join(__dirname, '..');

const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  // The SDK's ES modules can be shaken, its CommonJS cannot: 547 kB become 370 kB.
  mainFields: ['module', 'main'],
  alias: { '@aws-sdk/credential-provider-node': './functions/table/credentials.ts' },
  logLevel: 'silent',
} satisfies BuildOptions;

/** The SDK is read and shaken once, not once a function: all of them take 280 ms instead of 430, and again 110. */
const sdkOnce = (outfile: string): Plugin => {
  let built: Promise<unknown> | undefined;
  const buildSdk = () => build({ ...shared, entryPoints: ['functions/table/sdk.ts'], format: 'esm', outfile });
  return {
    name: 'sdk-once',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\/sdk$/ }, async () => {
        built ??= buildSdk();
        await built;
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

/** One build for all functions: `<outdir>/<row>/<row>.js`, each with all that it needs and nothing else. */
export const bundleOptions = (outdir: string) =>
  ({
    ...shared,
    entryPoints: Object.fromEntries(
      Object.entries<Row>(routes).map(([name, { source }]) => [`${name}/${name}`, source]),
    ),
    outdir,
    format: 'cjs',
    plugins: [sdkOnce(resolve(root, outdir, 'sdk.mjs')), builtNow],
  }) satisfies BuildOptions;

export const bundle = (outdir: string) => build(bundleOptions(outdir));
