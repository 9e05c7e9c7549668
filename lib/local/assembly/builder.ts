import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { BuildOptions } from 'esbuild';

export type Builder = ReturnType<typeof startBuilder>;

type BuilderOptions = BuildOptions & { readonly outdir: string };

/**
 * Returns a builder of the bundles in a folder. Later builds are faster, because esbuild keeps the files that have not changed.
 * esbuild starts with the first build, because a start with a cached assembly needs no build.
 */
export const startBuilder = (target: string, readOptions: () => Promise<BuilderOptions>) => {
  const start = async () => {
    const options = await readOptions();
    // Lets esbuild's process collect garbage less often. Without this, the first build takes a fifth longer.
    process.env.GOGC ??= '400';
    // Leaves one processor to the synthesis, which runs at the same time and takes longer than the build.
    process.env.GOMAXPROCS ??= String(Math.max(1, availableParallelism() - 1));
    const { context } = await import('esbuild');
    return { outdir: options.outdir, esbuild: await context({ ...options, write: false }) };
  };

  let started: ReturnType<typeof start> | undefined;
  let builds = 0;

  return {
    /** Builds into a new folder and returns the folder. In a folder in use, a function could load half a file. */
    build: async (): Promise<string> => {
      started ??= start();
      const { outdir, esbuild } = await started;
      const { outputFiles } = await esbuild.rebuild();
      const folder = join(target, String(++builds));
      for (const { path, contents } of outputFiles) {
        const file = join(folder, relative(outdir, path));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, contents);
      }
      return folder;
    },
    close: async () => {
      if (!started) return;
      await (await started).esbuild.dispose();
      // Ends esbuild's process. Without this, the process may print an error after the last output of the runner.
      await (await import('esbuild')).stop();
    },
  };
};
