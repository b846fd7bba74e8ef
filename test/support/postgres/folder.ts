import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The beginning of the names of keepers' folders, before their process ids. */
export const prefix = 'esl-postgres-';

/** The folder of a keeper with its server's programs and data. */
export function folderOf(pid: number): string {
  return join(tmpdir(), `${prefix}${pid}`);
}
