import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type BuildOptions, context, stop } from 'esbuild';

export type Builder = ReturnType<typeof startBuilder>;

/** Builds bundles, and builds them again for less: esbuild remembers what it has read. */
export function startBuilder(options: BuildOptions & { outdir: string }) {
  const { outdir } = options;
  const started = context({ ...options, write: false });
  started.catch(() => {});
  let builds = 0;
  return {
    /** A folder of its own for each build, so that no thread ever loads a half-written file. */
    build: async (): Promise<string> => {
      const { outputFiles } = await (await started).rebuild();
      const folder = join(outdir, String(++builds));
      for (const { path, contents } of outputFiles) {
        const file = join(folder, relative(outdir, path));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, contents);
      }
      return folder;
    },
    close: async () => {
      await (await started).dispose();
      // Else its process may complain, after our last word, that nobody talks to it any more.
      await stop();
    },
  };
}
