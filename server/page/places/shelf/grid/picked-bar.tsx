import type { JSX } from 'preact';
import { Button, IconButton } from '../../../parts/controls/index.js';
import { texts } from '../../../texts/index.js';
import { isBusy, removeLabels } from '../change/actions.js';
import { dialog } from '../change/binding-dialog.js';
import { exportCsv, exportPictures } from '../change/export.js';
import { focusLabels, leaveSelection, pickShown, selected, unseen } from './selection.js';
import { found } from './rows.js';

/** How many labels are selected, and what can be done with them. */
export function PickedBar(): JSX.Element {
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
      <p role="status">{count > 0 && words.pickedCount(count, unseen.value)}</p>
      {count > 0 && (
        <>
          {others > 0 && (
            <Button look="bare" press={pickShown}>
              {words.pickShown(found.value.length)}
            </Button>
          )}
          <IconButton icon="close" label={words.unpick} press={leaveSelection} />
          <span class="acts">
            <Button off={isBusy.value} press={() => (dialog.value = { kind: 'bindMany', ids })}>
              {words.bindAgain}
            </Button>
            <Button icon="trash" off={isBusy.value} press={remove}>
              {words.remove}
            </Button>
            <Button icon="down_to" label={words.exportPictures} off={isBusy.value} press={() => exportPictures(ids)}>
              PNG
            </Button>
            <Button icon="down_to" label={words.exportCsv} press={() => exportCsv(ids)}>
              CSV
            </Button>
          </span>
        </>
      )}
    </div>
  );
}
