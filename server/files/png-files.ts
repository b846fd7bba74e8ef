import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The PNGs in and below a folder: sorted paths relative to it, with slashes. Folders whose names begin with a dot, and
 * `node_modules`, are skipped.
 */
export function pngFiles(folder: string): string[] {
  const found: string[] = [];
  const look = (within: string): void => {
    for (const entry of readdirSync(join(folder, within), { withFileTypes: true })) {
      const path = within + entry.name;
      if (entry.isFile() && /\.png$/i.test(entry.name)) found.push(path);
      else if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') look(`${path}/`);
    }
  };
  look('');
  return found.sort();
}
