import type { JSX } from 'preact';
import { wholeAddress } from '../../../browser/router.js';
import { CopyText } from '../../../parts/controls/buttons.js';
import { SharePicture } from '../../../parts/label/share-picture.js';
import { texts } from '../../../texts/index.js';
import { drawn } from '../model/drawing.js';
import { opened, unsaved } from '../model/opened.js';
import { device } from '../model/state.js';

/** The ways to hand on the layout and what is drawn of it. A link is to what was saved: others do not have what this browser keeps. */
export function ShareLayout(): JSX.Element {
  const words = texts.value;
  return (
    <div class="links">
      <CopyText label={words.preview.copyLink} text={wholeAddress} />
      {unsaved.value && <p class="small soft">{words.editor.linkNote}</p>}
      <SharePicture
        uri={() => drawn.peek()?.answer.image.data_uri}
        name={() => `${opened.peek()?.id ?? ''}-${device.peek()?.id ?? ''}`}
      />
      <CopyText label={words.preview.copyEmbed} text={embedLine} />
      <p class="small soft">{words.editor.embedNote}</p>
    </div>
  );
}

/** A line of HTML with the picture in it, as it is now: no label shows a layout that is being made. */
function embedLine(): string {
  return `<img src="${drawn.peek()?.answer.image.data_uri ?? ''}" alt="">`;
}
