import { labelPath, readPicture } from '../../../api/labels.js';
import { download } from '../../../browser/hand-over.js';
import { Button, IconButton } from '../../../parts/controls/index.js';
import { csvOf } from '../../../state/shelf/csv.js';
import { texts } from '../../../texts/index.js';
import { downloadFiles } from '../../bulk.js';
import { type ActionResult, each, isBusy, outcome, outcomeOf, removeLabels } from '../change/actions.js';
import { dialog } from '../change/binding-dialog.js';
import { labelOf } from '../live/labels.js';
import { focusLabels, leaveSelection, pickShown, selected, unseen } from './selection.js';
import { found } from './rows.js';

export function PickedBar() {
  const words = texts.value.shelf;
  const ids = selected.value;
  const count = ids.length;
  const others = found.value.length - (count - unseen.value);
  const remove = (): void => {
    removeLabels(ids);
    focusLabels();
  };
  return (
    <div
      class={count > 0 ? 'picked flow' : 'unseen'}
      role={count > 0 ? 'group' : undefined}
      aria-label={count > 0 ? words.picked : undefined}
    >
      <p role="status">{count > 0 && words.pickedCount({ count, unseen: unseen.value })}</p>
      {count > 0 && (
        <>
          {others > 0 && <Button look="bare" text={words.pickShown({ count: found.value.length })} press={pickShown} />}
          <IconButton icon="close" label={words.unpick} press={leaveSelection} />
          <span class="acts line to-end">
            <Button
              off={isBusy.value}
              text={words.bindAgain}
              press={() => (dialog.value = { kind: 'bindMany', ids })}
            />
            <Button icon="trash" off={isBusy.value} text={words.kinds.delete} press={remove} />
            <Button
              icon="down_to"
              label={words.exportPictures}
              off={isBusy.value}
              text="PNG"
              press={() => exportPictures(ids)}
            />
            <Button icon="down_to" label={words.exportCsv} text="CSV" press={() => exportCsv(ids)} />
          </span>
        </>
      )}
    </div>
  );
}

/** Saves what labels show as rows. A blank one has no row. */
function exportCsv(ids: readonly string[]): ActionResult {
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
async function exportPictures(ids: readonly string[]): Promise<void> {
  const words = texts.peek().shelf;
  const files = new Map<string, Uint8Array>();
  const result = await each(ids, words.exporting, async (id) => {
    files.set(id, new Uint8Array(await (await readPicture(`${labelPath(id)}/image.png?at=now`)).arrayBuffer()));
  });
  if (files.size > 0) await downloadFiles('labels', files);
  outcome.value = outcomeOf(words.exported({ count: files.size }), result);
}
