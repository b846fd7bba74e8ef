import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Editors change a file in several steps within this time: they write another file and rename it. */
const settleMs = 100;

/**
 * Runs `work` immediately, and again after each change, including changes during a run. In folders, only JSON files count.
 * Ends when `signal` is aborted.
 * @throws errors of `work`, and file system errors when a folder can't be watched
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
      const changed = new Promise<void>((resolve) => (wake = resolve));
      const now = stateOf(paths);
      if (now === known) {
        await changed;
        await wait(settleMs);
      } else if (known === undefined || now === (await settledState(paths))) {
        known = now;
        await work();
      }
    }
  } finally {
    signal.removeEventListener('abort', aborted);
    for (const watcher of watchers) watcher.close();
  }
}

async function settledState(paths: readonly string[]): Promise<string> {
  await wait(settleMs);
  return stateOf(paths);
}

/** Watches the folders of files: a watch on a file ends when another file is renamed over it. */
function watchAll(paths: readonly string[], changed: () => void): readonly FSWatcher[] {
  const folders = new Set(paths.map((path) => (isFolder(path) ? path : dirname(path))));
  return Array.from(folders, (folder) => watch(folder, changed).on('error', changed));
}

/** Sizes and times of files as one text, to compare. */
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
