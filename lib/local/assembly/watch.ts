import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../failure';
import type { Builder } from './builder';

type WatchOptions = {
  readonly folders: readonly string[];
  readonly builder: Builder;
  readonly onBuilt: (bundles: string) => unknown;
  readonly onBroken: (reason: string) => void;
};

/** Time from the last change to the build. An editor saves a file in several steps, which need only one build. */
const DEBOUNCE_MS = 30;

/** Builds again after each change in one of the folders, one build at a time. */
export const watchFolders = ({ folders, builder, onBuilt, onBroken }: WatchOptions) => {
  let watchers: readonly FSWatcher[] = [];
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let building = Promise.resolve();

  const rebuild = async (): Promise<void> => {
    const files = [...changed];
    changed.clear();
    try {
      watchAll();
      // Ignores files that are not TypeScript, because editors write files of their own beside a saved file.
      if (files.some((file) => file.endsWith('.ts'))) await onBuilt(await builder.build());
    } catch (error) {
      onBroken(messageOf(error));
    }
  };

  const schedule = (_: string, file: string | null): void => {
    changed.add(file ?? '');
    clearTimeout(timer);
    timer = setTimeout(() => {
      building = building.then(rebuild);
    }, DEBOUNCE_MS);
  };

  /** Watches each folder on its own. On Linux, Node's recursive watcher loses files that are saved by a rename. */
  const watchAll = (): void => {
    const before = watchers;
    const entries = folders.flatMap((path) => readdirSync(path, { recursive: true, withFileTypes: true }));
    const inside = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
    // Ignores the error of a folder that has been removed.
    watchers = [...folders, ...inside].map((path) => watch(path, schedule).on('error', () => {}));
    // Closes the old watchers last, so that no change is lost.
    for (const watcher of before) watcher.close();
  };

  watchAll();
  return {
    close: async () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      await building;
    },
  };
};
