import { takeFile } from './file.js';
import { choose, state } from './model.js';

/** Puts the rows of a file on the wall, if they can be read. */
export async function showRows(given: File): Promise<void> {
  if ((await takeFile(given)) && state.peek().by !== 'rows') choose({ by: 'rows', warned: false });
}
