import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Message } from 'esbuild';
import type { Builder } from './builder';

type WatchOptions = {
  readonly folder: string;
  readonly builder: Builder;
  readonly onBuilt: (bundles: string, changed: readonly string[]) => void;
  readonly onBroken: (reason: string) => void;
};

/** Time from the last change to the build. An editor saves a file in several steps, which need only one build. */
const DEBOUNCE_MS = 30;

const isBuildFailure = (error: unknown): error is Error & { errors: Message[] } =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors);

/** Builds again after each change in a folder, one build at a time. */
export const watchFolder = ({ folder, builder, onBuilt, onBroken }: WatchOptions) => {
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let building = Promise.resolve();

  const rebuild = async (): Promise<void> => {
    const files = [...changed];
    changed.clear();
    try {
      watchAll();
      // Ignores files that are not TypeScript, because editors write files of their own beside a saved file.
      const sources = files.filter((file) => file.endsWith('.ts'));
      if (sources.length > 0) onBuilt(await builder.build(), sources);
    } catch (error) {
      const { formatMessages } = await import('esbuild');
      onBroken(
        isBuildFailure(error) ? (await formatMessages(error.errors, { kind: 'error' })).join('') : String(error),
      );
    }
  };

  const schedule = (path: string): void => {
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      building = building.then(rebuild);
    }, DEBOUNCE_MS);
  };

  /** Watches each folder on its own. On Linux, Node's recursive watcher loses files that are saved by a rename. */
  const watchAll = (): void => {
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
  };

  watchAll();
  return {
    close: async () => {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      await building;
    },
  };
};
