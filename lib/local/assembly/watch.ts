import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Time from the last change to `onChange`. An editor saves a file in several steps. */
const DEBOUNCE_MS = 30;

/** Calls `onChange` after each change of a TypeScript file or a folder in one of the folders, one call at a time. */
export const watchFolders = (
  folders: readonly string[],
  onChange: () => Promise<unknown>,
  onError: (error: unknown) => void,
) => {
  let watchers: readonly FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();

  const schedule = (_: string, file: string | null): void => {
    // Ignores other files, because editors write files of their own beside a saved file. A name without a dot is a folder.
    if (!/^[^.]+$|\.ts$/.test(file ?? '')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(watchAll).then(onChange).catch(onError);
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
      await running;
    },
  };
};
