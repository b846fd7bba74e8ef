import type { JSX } from 'preact';
import { labelPath } from '../../api/labels.js';
import { wholeAddress } from '../../browser/router.js';
import { CopyText } from '../../parts/controls/buttons.js';
import { SharePicture } from '../../parts/label/share-picture.js';
import { texts } from '../../texts/index.js';
import { drawn, state } from './model.js';

/** The ways to hand on what is seen. */
export function ShareActions(): JSX.Element {
  const words = texts.value.preview;
  const { label } = state.value;
  return (
    <div class="links">
      <CopyText label={words.copyLink} text={wholeAddress} />
      <SharePicture
        uri={() => drawn.peek()?.answer.image.data_uri}
        name={() => `${state.peek().layout}-${state.peek().device}`}
      />
      <CopyText label={words.copyEmbed} text={() => embedLine(location.origin, label)} />
      <p class="small soft">{words.embedNote}</p>
    </div>
  );
}

/** A line of HTML that shows the label wherever it is put. An id needs no escaping in HTML once it is escaped for an address. */
function embedLine(origin: string, label: string): string {
  return `<img src="${origin}${labelPath(label)}/image.png" alt="">`;
}
