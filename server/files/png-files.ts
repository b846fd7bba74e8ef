import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The PNGs in and below a folder: sorted paths relative to it, with slashes. Folders whose names begin with a dot, and
 * `node_modules`, are skipped.
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
