import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { BuildOptions } from 'esbuild';

export type Builder = ReturnType<typeof startBuilder>;

type Options = BuildOptions & { outdir: string };

/** Builds bundles, and builds them again for less: esbuild remembers what it has read. It starts with the first build. */
export function startBuilder(read: () => Promise<Options>) {
  let started: ReturnType<typeof start> | undefined;
  let builds = 0;

  async function start() {
    const options = await read();
    // Its process would collect garbage all the time: a first build takes a fifth more.
    process.env.GOGC ??= '400';
    // Else it takes every processor, and the synthesis beside it, which takes longer, waits.
    process.env.GOMAXPROCS ??= String(Math.max(1, availableParallelism() - 1));
    const { context } = await import('esbuild');
    return { outdir: options.outdir, esbuild: await context({ ...options, write: false }) };
  }

  return {
    /** A folder of its own for each build, so that no thread ever loads a half-written file. */
    build: async (): Promise<string> => {
      started ??= start();
      const { outdir, esbuild } = await started;
      const { outputFiles } = await esbuild.rebuild();
      const folder = join(outdir, String(++builds));
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
      // Else its process may complain, after our last word, that nobody talks to it any more.
      await (await import('esbuild')).stop();
    },
  };
}
