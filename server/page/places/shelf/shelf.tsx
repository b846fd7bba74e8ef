import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { wholeAddress } from '../../browser/router.js';
import { CopyText } from '../../parts/controls/buttons.js';
import { shareSheet } from '../../parts/header-slots.js';
import { texts } from '../../texts/index.js';
import { BindingDialogs } from './change/binding-dialog.js';
import { Grid } from './grid/grid.js';
import { Toolbar } from './grid/toolbar.js';
import { LabelPage } from './label/label-page.js';
import { startLabels } from './live/labels.js';
import { dropPictures } from './live/pictures.js';
import { startModel, state } from './model.js';

/** The place Shelf: all labels of this sandbox as they are now, and the page of the one that is open. */
export function ShelfPlace(): JSX.Element {
  const words = texts.value.shelf;
  const { label } = state.value;
  useEffect(() => {
    const ends = [startModel(), startLabels()];
    shareSheet.value = ShareLink;
    return () => {
      shareSheet.value = null;
      for (const end of ends) end();
      dropPictures();
    };
  }, []);
  return (
    <div class="shelf" data-open={label === null ? undefined : ''}>
      <h1 class="unseen">{words.heading}</h1>
      <section class="stage" aria-label={words.heading}>
        <Toolbar />
        <Grid />
      </section>
      <LabelPage key={label ?? ''} id={label} />
      <BindingDialogs />
    </div>
  );
}

function ShareLink(): JSX.Element {
  return (
    <div class="links">
      <CopyText label={texts.value.preview.copyLink} text={wholeAddress} />
    </div>
  );
}
