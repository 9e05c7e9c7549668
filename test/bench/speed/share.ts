import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { bundleOptions } from '../../../lib/build/bundle';
import { median, table } from '../part';
import type { Taken } from './instance';
import { routes } from './routes';

type Options = {
  readonly folder: string;
  readonly rounds: number;
  readonly run: (file: string, options: { readonly before: string }) => Promise<Taken>;
  readonly progress: (text: string) => void;
};

const ours = /^functions\//;
const groups: Readonly<Record<string, RegExp>> = {
  validation: /^functions\/(http\/(body|id|json|members?|nearest|page|query|shorten)|\w+\/model)\.ts$/,
  routing: /^functions\/(http\/(content|handle(-\w+)?|request|row)\.ts|routes\.)/,
  log: /^functions\/http\/(invocation|log|metrics|respond)\.ts$/,
  problems: /^functions\/http\/(failure|problem|response)\.ts$/,
};

/** In place of stores and table, and so of the SDK, something that can be called, made and asked for anything. */
const withoutStores: Plugin = {
  name: 'without-stores',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\/(store|table\/\w+)$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, `${path}.ts`),
      namespace: 'nothing',
      sideEffects: true,
    }));
    onLoad({ filter: /./, namespace: 'nothing' }, async ({ path }) => {
      const { metafile } = await build({ entryPoints: [path], format: 'esm', metafile: true, write: false });
      const [output] = Object.values(metafile.outputs);
      const nothing = 'new Proxy(function () {}, { get: () => it, apply: () => it, construct: () => it })';
      const lines = (output?.exports ?? []).map((name) => `export { it as ${name} };`);
      return { contents: [`const it = ${nothing};`, ...lines].join('\n') };
    });
  },
};

const initOf = async (files: readonly string[], before: string, { run, progress, ...options }: Options) => {
  const taken = files.map((): Taken[] => []);
  // What takes so little is soon done, and much of it is chance.
  const rounds = 5 * options.rounds;
  for (let round = 0; round < rounds; round++) {
    for (const [at, file] of files.entries()) {
      progress(`our share: round ${round + 1} of ${rounds}, ${basename(file)}`);
      taken[at]?.push(await run(file, { before }));
    }
  }
  return (of: 'initMs' | 'initClockMs') => taken.map((all) => median(all.map((one) => one[of])));
};

/** How much of a bundle we wrote; and what that takes to load but for stores, table and priming, when Node's part is there. */
export const shareOf = async (options: Options) => {
  const [outdir, before] = [join(options.folder, 'share'), join(options.folder, 'node.js')];
  const { plugins, ...bundling } = bundleOptions(outdir);
  const { metafile } = await build({ ...bundling, plugins, outdir: join(options.folder, 'whole'), metafile: true });
  await build({ ...bundling, plugins: [withoutStores, ...plugins] });
  const modules = Object.values(metafile.outputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  // Some of what a module has is loaded when it is asked for.
  writeFileSync(before, [...new Set(modules.map(({ path }) => `Object.values(require('${path}'));`))].join('\n'));
  const rows = Object.values(routes).map(({ row }) => row);
  const files = rows.map((row) => join(outdir, row, `${row}.cjs`));
  const inits = await initOf([join(options.folder, 'empty.js'), ...files], before, options);
  /** Beyond what the empty one takes. */
  const initsBy = (of: 'initMs' | 'initClockMs') => {
    const [emptyMs = 0, ...initMs] = inits(of);
    return initMs.map((ms) => (ms - emptyMs).toFixed(1));
  };
  const [byClock, byProcessor] = [initsBy('initClockMs'), initsBy('initMs')];
  const bytesOf = (row: string, of: RegExp) => {
    const [, output] = Object.entries(metafile.outputs).find(([path]) => path.endsWith(`/${row}.cjs`)) ?? [];
    const inputs = Object.entries(output?.inputs ?? {}).filter(([input]) => of.test(input));
    return inputs.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
  };
  const lines = Object.values(routes).map(({ line, row }, i) => {
    const parts = Object.values(groups).map((group) => bytesOf(row, group));
    const sum = parts.reduce((a, b) => a + b);
    const kilobytes = [bytesOf(row, ours), ...parts, sum].map((bytes) => (bytes / 1000).toFixed(1));
    return [`\`${line}\``, ...kilobytes, `${byClock[i]} (${byProcessor[i]})`];
  });
  return table(
    ['kB of a bundle', 'we wrote', ...Object.keys(groups), 'these four', 'ms of init (of processor)'],
    lines,
  );
};
