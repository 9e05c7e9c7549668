import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type BuildContext, type BuildOptions, context, stop } from 'esbuild';

type Options = Omit<BuildOptions, 'entryPoints'> & { outdir: string; entryPoints: Record<string, string> };
type Build = BuildContext<BuildOptions & { write: false; metafile: true }>;

export type Builder = ReturnType<typeof startBuilder>;

/** Builds bundles; after a change only those that the file is part of: one of fifteen takes 80 ms instead of 500. */
export function startBuilder(options: Options) {
  const { absWorkingDir = process.cwd(), entryPoints, outdir } = options;
  const inputs = new Map<string, Set<string>>();
  const contexts = new Map<string, Promise<Build>>();
  let builds = 0;

  function affectedBy(files: string[]): string[] {
    const names = Object.keys(entryPoints);
    const affected = names.filter((name) => files.some((file) => inputs.get(name)?.has(file)));
    const areKnown = files.every((file) => affected.some((name) => inputs.get(name)?.has(file)));
    // A file that no entry has read yet could be the one that an entry is waiting for.
    return areKnown && affected.length > 0 ? affected : names;
  }

  function contextOf(names: string[]): Promise<Build> {
    const key = names.join();
    const chosen = Object.fromEntries(names.map((name) => [name, entryPoints[name] ?? '']));
    const made = contexts.get(key) ?? context({ ...options, entryPoints: chosen, write: false, metafile: true });
    contexts.set(key, made);
    return made;
  }

  return {
    /** Builds what these changed files are part of, at first everything; answers a folder of its own for each build. */
    build: async (files: string[] = []): Promise<string> => {
      const { outputFiles, metafile } = await (await contextOf(affectedBy(files))).rebuild();
      const read = new Map(
        Object.values(metafile.outputs).map((output) => [
          resolve(absWorkingDir, output.entryPoint ?? ''),
          new Set(Object.keys(output.inputs).map((input) => resolve(absWorkingDir, input))),
        ]),
      );
      for (const [name, source] of Object.entries(entryPoints)) {
        const found = read.get(resolve(absWorkingDir, source));
        if (found) inputs.set(name, found);
      }
      // A folder for each build, so that no thread ever loads a half-written file.
      const folder = join(outdir, String(++builds));
      for (const { path, contents } of outputFiles) {
        const file = join(folder, relative(outdir, path));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, contents);
      }
      return folder;
    },
    close: async () => {
      for (const made of contexts.values()) await (await made).dispose();
      // Else its process may complain, after our last word, that nobody talks to it any more.
      await stop();
    },
  };
}
