import { Button, IconButton } from '../../../parts/controls/index.js';
import { texts } from '../../../texts/index.js';
import { isBusy, removeLabels } from '../change/actions.js';
import { dialog } from '../change/binding-dialog.js';
import { exportCsv, exportPictures } from '../change/export.js';
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
          <span class="acts line">
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
