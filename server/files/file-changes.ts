import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Files change in several steps, within so many milliseconds: editors write another file and rename it. */
const settling = 100;

/**
 * Works at once, and again each time that files have changed and are still, also while it worked. Of a folder, its JSON
 * files count. Ends when `signal` is aborted.
 * @throws what `work` throws, and what the file system throws when a folder can't be watched
 */
export async function onFileChanges(
  paths: readonly string[],
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  let wake: () => void = () => undefined;
  const watchers = watchAll(paths, () => {
    wake();
  });
  const aborted = () => {
    wake();
  };
  signal.addEventListener('abort', aborted, { once: true });
  try {
    let known: string | undefined;
    while (!signal.aborted) {
      const told = new Promise<void>((resolve) => (wake = resolve));
      const now = stateOf(paths);
      if (now === known) {
        await told;
        await wait(settling);
      } else if (known === undefined || now === (await later(paths))) {
        known = now;
        await work();
      }
    }
  } finally {
    signal.removeEventListener('abort', aborted);
    for (const watcher of watchers) watcher.close();
  }
}

async function later(paths: readonly string[]): Promise<string> {
  await wait(settling);
  return stateOf(paths);
}

/** Watches the folders that files are in: a file that is renamed over another is not the file that was watched. */
function watchAll(paths: readonly string[], changed: () => void): readonly FSWatcher[] {
  const folders = new Set(paths.map((path) => (isFolder(path) ? path : dirname(path))));
  return Array.from(folders, (folder) => watch(folder, changed).on('error', changed));
}

/** What files have of size and time, as one text: equal while nothing changes. */
function stateOf(paths: readonly string[]): string {
  const files = paths.flatMap((path) => (isFolder(path) ? jsonFiles(path) : [path]));
  return files
    .map((path) => {
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats ? `${basename(path)} ${stats.ino} ${stats.size} ${stats.mtimeMs}` : 'none';
    })
    .join('\n');
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}
