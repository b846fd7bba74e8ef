import { useState } from 'preact/hooks';
import { takeDrops } from '../../browser/drops.js';
import { together } from '../../browser/ends.js';
import { usePlace } from '../../parts/header-slots.js';
import { ShareLinks } from '../../parts/label/share-links.js';
import { texts } from '../../texts/index.js';
import { Bar } from './bar.js';
import { showRows, startModel } from './model.js';
import { Notes } from './notes.js';
import { Pictures } from './pictures.js';

/** One content on many panels, in many layouts or languages, or the rows of a file. */
export function WallPlace() {
  const words = texts.value;
  const [over, setOver] = useState(false);
  usePlace(
    () => <ShareLinks linkNote={texts.value.wall.shareNote} />,
    () => together(startModel(), takeDrops(showRows, setOver)),
  );
  return (
    <div class="wall" data-over={over || undefined}>
      <h1 class="unseen">{words.places.wall}</h1>
      <Bar />
      <div class="wall-main">
        <Notes />
        <Pictures />
      </div>
      <p class="drop-note" aria-hidden="true">
        {words.wall.dropTitle}
      </p>
    </div>
  );
}
