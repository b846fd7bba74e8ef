import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The PNGs in and below a folder as sorted relative paths with slashes. Skips `node_modules` and folders that begin with a
 * dot.
 */
export function pngFiles(folder: string): string[] {
  const found: string[] = [];
  const search = (within: string): void => {
    for (const entry of readdirSync(join(folder, within), { withFileTypes: true })) {
      const path = within + entry.name;
      if (entry.isFile() && /\.png$/i.test(entry.name)) found.push(path);
      else if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') search(`${path}/`);
    }
  };
  search('');
  return found.sort();
}
