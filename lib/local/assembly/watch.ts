import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Message } from 'esbuild';
import type { Builder } from './builder';

type WatchOptions = {
  folder: string;
  builder: Builder;
  onBuilt(bundles: string, changed: string[]): void;
  onBroken(reason: string): void;
};

// An editor saves in several steps; one build is enough for all of them.
const settleMs = 30;

/** Builds again after each change in a folder, one build at a time. */
export function watchFolder({ folder, builder, onBuilt, onBroken }: WatchOptions) {
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let building = Promise.resolve();

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
      // Editors write files of their own beside the one that they save.
      const sources = files.filter((file) => file.endsWith('.ts'));
      if (sources.length > 0) onBuilt(await builder.build(), sources);
    } catch (error) {
      const { formatMessages } = await import('esbuild');
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
    },
  };
}

function isBuildFailure(error: unknown): error is Error & { errors: Message[] } {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}
