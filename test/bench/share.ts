import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { bundleOptions } from '../../lib/bundle';
import type { Taken } from './instance';
import { median, table } from './part';
import { routes } from './routes';

type Options = {
  readonly folder: string;
  readonly rounds: number;
  readonly run: (file: string, options: { readonly before: string }) => Promise<Taken>;
  readonly progress: (text: string) => void;
};

/** Of what we wrote, all but what the functions are for: validation, routing, conditions, log and problems. */
const around = /^(functions\/http\/|functions\/routes\.|functions\/\w+\/model\.|node_modules\/valibot\/)/;
const ours = /^(functions|node_modules\/valibot)\//;

/** In place of the SDK something that can be called, made and asked for anything. */
const withoutSdk: Plugin = {
  name: 'without-sdk',
  setup: ({ onResolve, onLoad, initialOptions: { absWorkingDir } }) => {
    onResolve({ filter: /^\.\/sdk$/ }, () => ({ path: 'sdk', namespace: 'nothing', sideEffects: true }));
    onLoad({ filter: /./, namespace: 'nothing' }, async () => {
      const sdk = { absWorkingDir, entryPoints: ['functions/table/sdk.ts'] };
      const names = {
        ...sdk,
        bundle: true,
        packages: 'external',
        format: 'esm',
        metafile: true,
        write: false,
      } as const;
      const [output] = Object.values((await build(names)).metafile.outputs);
      const nothing = 'new Proxy(function () {}, { get: () => it, apply: () => it, construct: () => it })';
      const lines = (output?.exports ?? []).map((name) => `export { it as ${name} };`);
      return { contents: [`const it = ${nothing};`, ...lines].join('\n') };
    });
  },
};

const initOf = async (files: readonly string[], before: string, { rounds, run, progress }: Options) => {
  const taken = files.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, file] of files.entries()) {
      progress(`our share: round ${round + 1} of ${rounds}, ${basename(file)}`);
      taken[at]?.push((await run(file, { before })).initMs);
    }
  }
  return taken.map(median);
};

/** How much of a bundle we wrote, validation among it; and what that takes to load, when Node's part of it is there. */
export const shareOf = async (options: Options) => {
  const [outdir, before] = [join(options.folder, 'share'), join(options.folder, 'node.js')];
  const { plugins, ...bundling } = bundleOptions(outdir);
  const { metafile } = await build({ ...bundling, plugins, outdir: join(options.folder, 'whole'), metafile: true });
  await build({ ...bundling, plugins: [withoutSdk, ...plugins] });
  const modules = Object.values(metafile.outputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  writeFileSync(before, [...new Set(modules.map(({ path }) => `require('${path}');`))].join('\n'));
  const rows = Object.values(routes).map(({ row }) => row);
  const files = rows.map((row) => join(outdir, row, `${row}.cjs`));
  const initMs = await initOf(files, before, options);
  const kilobytes = (row: string, of: RegExp) => {
    const [, output] = Object.entries(metafile.outputs).find(([path]) => path.endsWith(`/${row}.cjs`)) ?? [];
    const inputs = Object.entries(output?.inputs ?? {}).filter(([input]) => of.test(input));
    return (inputs.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0) / 1000).toFixed(1);
  };
  const lines = Object.values(routes).map(({ line, row }, i) => [
    `\`${line}\``,
    kilobytes(row, ours),
    kilobytes(row, around),
    (initMs[i] ?? 0).toFixed(1),
  ]);
  return table(['of a bundle', 'we wrote, kB', 'of that validation, routing, log, problems, kB', 'ms of init'], lines);
};
