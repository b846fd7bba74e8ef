import type { JSX } from 'preact';
import { bytesOf, copyPicture, download } from '../../browser/hand-over.js';
import { texts } from '../../texts/index.js';
import { CopyButton, LinkButton } from '../controls/buttons.js';

interface Props {
  /** The data URI of the PNG as the server made it; undefined: nothing is drawn yet. */
  readonly uri: () => string | undefined;
  /** The name of the file, without its ending. */
  readonly name: () => string;
}

export function SharePicture({ uri, name }: Props): JSX.Element {
  const words = texts.value.preview;
  const png = (): Blob | null => {
    const now = uri();
    return now === undefined ? null : new Blob([bytesOf(now)], { type: 'image/png' });
  };
  const copy = async (): Promise<boolean | null> => {
    const blob = png();
    return blob && copyPicture(blob);
  };
  const save = (): void => {
    const blob = png();
    if (blob) download(`${name()}.png`, blob);
  };
  return (
    <>
      <CopyButton label={words.copyPicture} refused={words.pictureNotCopied} copy={copy} />
      <LinkButton text={words.downloadPng} press={save} />
    </>
  );
}
