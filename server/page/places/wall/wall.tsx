import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { wholeAddress } from '../../browser/router.js';
import { CopyText } from '../../parts/controls/buttons.js';
import { shareSheet } from '../../parts/header-slots.js';
import { texts } from '../../texts/index.js';
import { Bar } from './bar.js';
import { Filters } from './filters.js';
import { startModel, state } from './model.js';
import { Notes } from './notes.js';
import { Pictures } from './pictures.js';
import { showRows } from './show-rows.js';

/** The place Wall: one content on many panels, in many layouts or languages, or the rows of a file. */
export function WallPlace(): JSX.Element {
  const words = texts.value;
  const [over, setOver] = useState(false);
  useEffect(() => {
    shareSheet.value = Share;
    const end = startModel();
    const endDrops = followDrops(setOver);
    return () => {
      shareSheet.value = null;
      endDrops();
      end();
    };
  }, []);
  return (
    <div class="wall" data-over={over || undefined}>
      <h1 class="unseen">{words.places.wall}</h1>
      <Bar />
      <Filters />
      <div class="wall-main" data-by={state.value.by}>
        <Notes />
        <Pictures />
      </div>
      <p class="drop-note" aria-hidden="true">
        {words.wall.dropTitle}
      </p>
    </div>
  );
}

/** Takes a file that is dropped anywhere on the page: the browser would leave the studio for it. */
function followDrops(setOver: (over: boolean) => void): () => void {
  const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
  const dragged = (event: DragEvent): void => {
    if (!hasFile(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const left = ({ relatedTarget }: DragEvent): void => {
    if (relatedTarget === null) setOver(false);
  };
  const dropped = (event: DragEvent): void => {
    if (!hasFile(event)) return;
    event.preventDefault();
    setOver(false);
    const given = event.dataTransfer?.files[0];
    if (given) void showRows(given);
  };
  addEventListener('dragover', dragged);
  addEventListener('dragleave', left);
  addEventListener('drop', dropped);
  return () => {
    removeEventListener('dragover', dragged);
    removeEventListener('dragleave', left);
    removeEventListener('drop', dropped);
  };
}

function Share(): JSX.Element {
  const words = texts.value;
  return (
    <div class="links">
      <CopyText label={words.preview.copyLink} text={wholeAddress} />
      <p class="small soft">{words.wall.shareNote}</p>
    </div>
  );
}
