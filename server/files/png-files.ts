import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The PNGs in a folder and below it, as paths relative to it with slashes, sorted. Folders that begin with a dot, and those
 * of npm, are not looked into.
 */
export function pngFiles(folder: string, within = ''): string[] {
  return readdirSync(join(folder, within), { withFileTypes: true })
    .flatMap((entry) => {
      const path = within + entry.name;
      if (entry.isDirectory())
        return entry.name.startsWith('.') || entry.name === 'node_modules' ? [] : pngFiles(folder, `${path}/`);
      return entry.isFile() && /\.png$/i.test(entry.name) ? [path] : [];
    })
    .sort();
}
