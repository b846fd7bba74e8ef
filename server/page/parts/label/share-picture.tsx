import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { bytesOf, copyPicture, download } from '../../browser/hand-over.js';
import { LinkButton } from '../controls/link-button.js';
import { texts } from '../../texts/index.js';

interface Props {
  /** The data URI of the PNG as the server made it; undefined: nothing is drawn yet. */
  readonly uri: () => string | undefined;
  /** The name of the file, without its ending. */
  readonly name: () => string;
}

export function SharePicture({ uri, name }: Props): JSX.Element {
  const words = texts.value.preview;
  const [said, setSaid] = useState('');
  const png = (): Blob | null => {
    const now = uri();
    return now === undefined ? null : new Blob([bytesOf(now)], { type: 'image/png' });
  };
  const copy = async (): Promise<void> => {
    const blob = png();
    if (blob) setSaid((await copyPicture(blob)) ? texts.value.copied : words.pictureNotCopied);
  };
  return (
    <>
      <span class="copy">
        <LinkButton text={words.copyPicture} press={() => void copy()} />
        <span class="small soft" role="status">
          {said}
        </span>
      </span>
      <LinkButton
        text={words.downloadPng}
        press={() => {
          const blob = png();
          if (blob) download(`${name()}.png`, blob);
        }}
      />
    </>
  );
}
