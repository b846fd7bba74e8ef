import { listen, together } from '../../browser/ends.js';
import { usePlace } from '../../parts/header-slots.js';
import { ShareLinks } from '../../parts/label/share-links.js';
import { isShelf } from '../../state/shelf/address.js';
import { texts } from '../../texts/index.js';
import { reportUndeleted } from './change/actions.js';
import { BindingDialogs } from './change/binding-dialog.js';
import { Grid } from './grid/grid.js';
import { PickedBar } from './grid/picked-bar.js';
import { clearSelection, pressKey } from './grid/selection.js';
import { Toolbar } from './grid/toolbar.js';
import { LabelPage } from './label/label-page.js';
import { startLabels } from './live/labels.js';
import { dropPictures } from './live/pictures.js';
import { follow, state } from './model.js';

export function ShelfPlace() {
  const words = texts.value.shelf;
  const { label } = state.value;
  usePlace(
    () => <ShareLinks />,
    () => {
      reportUndeleted();
      return together(
        follow(isShelf),
        startLabels(),
        dropPictures,
        listen(document, 'keydown', pressKey),
        clearSelection,
      );
    },
  );
  return (
    <div class="shelf" data-open={label === null ? undefined : ''}>
      <h1 class="unseen">{words.heading}</h1>
      <section class="stage" aria-label={words.heading}>
        <Toolbar />
        <Grid />
        <PickedBar />
      </section>
      <LabelPage key={label ?? ''} id={label} />
      <BindingDialogs />
    </div>
  );
}
