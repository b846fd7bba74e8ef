import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { labelPath } from '../../api/labels.js';
import { bytesOf, copyPicture, download } from '../../browser/hand-over.js';
import { wholeAddress } from '../../browser/router.js';
import { CopyButton } from '../../parts/controls/copy-button.js';
import { texts } from '../../texts/index.js';
import { drawn, state } from './model.js';

/** The ways to hand on what is seen. */
export function ShareActions(): JSX.Element {
  const words = texts.value.preview;
  const { label } = state.value;
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    const png = pngOf();
    if (png) setSaid((await copyPicture(png)) ? texts.value.copied : words.pictureNotCopied);
  };
  return (
    <div class="links">
      <CopyButton label={words.copyLink} text={wholeAddress} />
      <span class="copy">
        <button type="button" class="link" onClick={() => void copy()}>
          {words.copyPicture}
        </button>
        <span class="small soft" role="status">
          {said}
        </span>
      </span>
      <button
        type="button"
        class="link"
        onClick={() => {
          const png = pngOf();
          if (png) download(`${state.peek().layout}-${state.peek().device}.png`, png);
        }}
      >
        {words.downloadPng}
      </button>
      <CopyButton label={words.copyEmbed} text={() => embedLine(location.origin, label)} />
      <p class="small soft">{words.embedNote}</p>
    </div>
  );
}

/** The bytes of the picture that is shown, as the server made them. */
function pngOf(): Blob | null {
  const uri = drawn.peek()?.answer.image.data_uri;
  return uri === undefined ? null : new Blob([bytesOf(uri)], { type: 'image/png' });
}

/** A line of HTML that shows the label wherever it is put. An id needs no escaping in HTML once it is escaped for an address. */
function embedLine(origin: string, label: string): string {
  return `<img src="${origin}${labelPath(label)}/image.png" alt="">`;
}
