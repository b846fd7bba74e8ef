import { download } from '../../../browser/hand-over.js';
import { labelPath, readPicture } from '../../../api/labels.js';
import { csvOf } from '../../../state/shelf/csv.js';
import { texts } from '../../../texts/index.js';
import { downloadFiles } from '../../bulk.js';
import { labelOf } from '../live/labels.js';
import { type ActionResult, each, outcome, outcomeOf } from './actions.js';

/** Saves what labels show as rows. A blank one has no row. */
export function exportCsv(ids: readonly string[]): ActionResult {
  const words = texts.peek().shelf;
  const labels = ids.flatMap((id) => labelOf(id)?.peek() ?? []);
  const rows = labels.filter(({ name }) => name !== null);
  const blank = labels.filter(({ name }) => name === null).map(({ id }) => id);
  if (rows.length > 0) download('labels.csv', new Blob([csvOf(rows)], { type: 'text/csv' }));
  const refused = new Map(blank.length > 0 ? [[`${words.blank}.`, blank]] : []);
  return (outcome.value = outcomeOf(words.exported({ count: rows.length }), {
    done: rows.map(({ id }) => id),
    refused,
    left: 0,
  }));
}

/** Saves what labels show as pictures. */
export async function exportPictures(ids: readonly string[]): Promise<void> {
  const words = texts.peek().shelf;
  const files = new Map<string, Uint8Array>();
  const result = await each(ids, words.exporting, async (id) => {
    files.set(id, new Uint8Array(await (await readPicture(`${labelPath(id)}/image.png?at=now`)).arrayBuffer()));
  });
  if (files.size > 0) await downloadFiles('labels', files);
  outcome.value = outcomeOf(words.exported({ count: files.size }), result);
}
