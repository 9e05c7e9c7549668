import { type FSWatcher, mkdirSync, readdirSync, watch, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { formatMessages, type Message } from 'esbuild';
import { affectedBuilder, type WatchedBuild } from './affected';

type WatchOptions = {
  folder: string;
  build: WatchedBuild;
  /** `bundles` holds what changed, a folder for each build, so that no thread ever loads a half-written file. */
  onBuilt(bundles: string, changed: string[]): void;
  onBroken(reason: string): void;
};

// An editor saves in several steps; one build is enough for all of them.
const settleMs = 30;

/** Builds again after each change in a folder, one build at a time. */
export async function watchFolder({ folder, build, onBuilt, onBroken }: WatchOptions) {
  const builder = affectedBuilder(build);
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let builds = 0;
  // The first build reads everything; later ones only what changed.
  let building = builder.build([]).then(
    () => {},
    () => {},
  );

  // One watcher a folder: Node's recursive watching loses files that are saved by renaming on Linux.
  function watchAll(): void {
    const folders = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const present = new Set([folder, ...folders.map((entry) => join(entry.parentPath, entry.name))]);
    for (const [path, watcher] of watchers) {
      if (present.has(path)) continue;
      watcher.close();
      watchers.delete(path);
    }
    for (const path of present) {
      if (watchers.has(path)) continue;
      const watcher = watch(path, (_, file) => schedule(join(path, file ?? '')));
      watcher.on('error', () => watchers.delete(path));
      watchers.set(path, watcher);
    }
  }

  function schedule(path: string): void {
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      building = building.then(rebuild);
    }, settleMs);
  }

  async function rebuild(): Promise<void> {
    const files = [...changed];
    changed.clear();
    try {
      watchAll();
      const { outputFiles } = await builder.build(files);
      const bundles = join(build.outdir, String(++builds));
      for (const { path, contents } of outputFiles) {
        const file = join(bundles, relative(build.outdir, path));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, contents);
      }
      onBuilt(bundles, files);
    } catch (error) {
      onBroken(
        isBuildFailure(error) ? (await formatMessages(error.errors, { kind: 'error' })).join('') : String(error),
      );
    }
  }

  watchAll();
  return {
    close: async () => {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      await building;
      await builder.close();
    },
  };
}

function isBuildFailure(error: unknown): error is Error & { errors: Message[] } {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}
