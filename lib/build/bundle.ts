import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild';
import * as jobs from '../../functions/jobs';
import { children } from '../../functions/kit/children';
import { entityNameOf, folderOf } from '../../functions/kit/http/route';
import * as serviceRoutes from '../../functions/routes';
import { nodeVersion, root } from '../root';
import { forDebugger } from './debug';
import { entries, entryPointsOf, type FunctionTable, isSpecial } from './entries';
import { markCalls } from './marks';
import { moveMaps } from './trace';

/** Runs each module named `*.built.ts` during the build. The bundle contains only the module's exports, as JSON. */
const runBuiltModules: Plugin = {
  name: 'run-built-modules',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.built\.ts$/ }, async ({ path }) => {
      const values = Object.entries(await import(path)).filter(([name]) => name !== 'default');
      return { contents: values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n') };
    }),
};

/** Gives the bundles the entities of kit/children.ts by imports of their stores, which hold no texts of docs.ts. */
const importChildren: Plugin = {
  name: 'import-children',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]kit[\\/]children\.ts$/ }, () => {
      const imports = children.map(
        ({ path }) => `import { ${entityNameOf(path)} } from './functions/${folderOf(path)}/store';`,
      );
      const names = children.map(({ path }) => entityNameOf(path));
      return { contents: `${imports.join('\n')}\nexport const children = [${names}];`, resolveDir: root, loader: 'ts' };
    }),
};

type BundledClient = 'lean' | 'sdk';

/** Returns the maximum of a bundle's shared code. The bundles of functions/kit/site make or hold documents. */
const maxBytesOf = (name: string) =>
  ({ getReference: 670_000, getDescription: 48_000, listRoutes: 8_800, fallback: 7_000 })[name] ?? 52_000;

/**
 * Matches inputs that grow with the resources: their folders, their lists, the forms, codes and objects that their fields declare,
 * and what is made from them during the build.
 */
const OWN = /^functions\/(?!kit\/)|\/model\/(formats|codes|objects)\.ts$|\/(paths|resources)\.built\.ts$/;

/** Bytes that Node reads and compiles in a millisecond of a start: the SDK's 548 kB take 60 ms (test/bench/RESULTS.md). */
const BYTES_PER_MS = 9_000;

/** Allowance for the AWS SDK's client, which is larger than functions/kit/dynamodb/lean. */
const SDK_EXTRA_BYTES = 350_000;

/**
 * Fails the build if an output of the kit or of the six routes of a resource has more shared code than its maximum, because
 * every cold start reads and compiles each byte. Warns of a special route, which has the packages that its purpose needs.
 */
const limitBytes = (client: BundledClient, functions: FunctionTable): Plugin => ({
  name: 'limit-bytes',
  setup: ({ onEnd, initialOptions }) => {
    // A debugger gets bundles that are not minified.
    if (!initialOptions.minify) return;
    onEnd(({ metafile }) => {
      const large = Object.entries(metafile?.outputs ?? {}).flatMap(([path, output]) => {
        const name = basename(path).replace(/\.\w+$/, '');
        const inputs = Object.entries(output.inputs).filter(([file]) => !OWN.test(file));
        const bytes = inputs.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
        const maxBytes = maxBytesOf(name) + (client === 'sdk' ? SDK_EXTRA_BYTES : 0);
        if (bytes <= maxBytes) return [];
        const largest = inputs
          .sort(([, one], [, other]) => other.bytesInOutput - one.bytesInOutput)
          .slice(0, 5)
          .map(([file, { bytesInOutput }]) => `${file} (${bytesInOutput})`);
        const isAllowed = isSpecial(functions[name]);
        const slowerMs = Math.round((bytes - maxBytes) / BYTES_PER_MS);
        const limit = isAllowed
          ? `more than ${maxBytes}; each start takes some ${slowerMs} ms longer`
          : `${maxBytes} are allowed`;
        const end = isAllowed ? '' : '; to allow more, name the file of the handler in `entry` of the route';
        const inputsText = `the largest inputs are ${largest.join(', ')}`;
        return { isAllowed, text: `${name} has ${bytes} bytes of shared code, ${limit}; ${inputsText}${end}` };
      });
      const textsOf = (wanted: boolean) =>
        large.flatMap(({ isAllowed, text }) => (isAllowed === wanted ? { text } : []));
      return { errors: textsOf(false), warnings: textsOf(true) };
    });
  },
});

/** Returns the esbuild options that build all functions at once, each function into its own folder. */
export const bundleOptions = (
  outdir: string,
  client: BundledClient = 'lean',
  functions: FunctionTable = { ...serviceRoutes, ...jobs },
) =>
  ({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    // Writes a character such as … as it is, which takes half of the bytes of its escape.
    charset: 'utf8',
    // Without this, esbuild makes an expression with \p{…} anew at each use, for engines that do not know all properties.
    supported: { 'regexp-unicode-property-escapes': true },
    platform: 'node',
    target: `node${nodeVersion}`,
    // esbuild drops unused code from the SDK's ES modules, but not from its CommonJS.
    mainFields: ['module', 'main'],
    metafile: true,
    logLevel: 'silent',
    entryPoints: entryPointsOf(functions),
    outdir,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    // With the condition `lean`, the import `#dynamodb` resolves to functions/kit/dynamodb/lean (`imports` in package.json).
    conditions: client === 'lean' ? ['module', 'lean'] : ['module'],
    plugins: [entries(functions), runBuiltModules, importChildren, markCalls, limitBytes(client, functions)],
  }) satisfies BuildOptions;

const printWarnings = ({ warnings }: BuildResult) => {
  for (const { text } of warnings) process.stderr.write(`${text}.\n`);
};

/** Builds the bundles of `npm start`, whose traces name the sources. A debugger reads inline maps. */
export const bundleLocally = async (outdir: string, client: BundledClient, isDebugged: boolean) => {
  // A source map names its sources from the folder of a bundle, and `npm start` moves it. VS Code needs a URL for that.
  const sourceRoot = pathToFileURL(`${outdir}/name/`).href;
  const { plugins, ...options } = { ...bundleOptions(outdir, client), sourceRoot };
  const forUse: BuildOptions = isDebugged
    ? { plugins: [forDebugger, ...plugins], minify: false, sourcemap: 'inline' }
    : { plugins, sourcemap: 'linked' };
  printWarnings(await build({ ...options, ...forUse }));
};

/** Builds the bundles. Writes their source maps into the folder `maps`, because a function needs none. */
export const bundle = async (outdir: string, client?: BundledClient, maps?: string) => {
  const result = await build({ ...bundleOptions(outdir, client), ...(maps && { sourcemap: 'external' }) });
  printWarnings(result);
  if (maps) moveMaps(Object.keys(result.metafile.outputs), maps);
  return result;
};
