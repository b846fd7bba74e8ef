import { bytesOf, copyPicture, download } from '../../browser/hand-over.js';
import { wholeAddress } from '../../browser/router.js';
import { texts } from '../../texts/index.js';
import { CopyButton, CopyText, LinkButton } from '../controls/index.js';

interface SharedPicture {
  /** The data URI of the PNG from the server; undefined before the first. */
  readonly uri: () => string | undefined;
  /** The name of the file without extension. */
  readonly name: () => string;
}

interface ShareLinksProps {
  readonly linkNote?: string | false;
  readonly picture?: SharedPicture;
  /** A line of HTML that shows the label, and a note on it. */
  readonly embed?: { readonly line: () => string; readonly note: string };
}

export function ShareLinks({ linkNote, picture, embed }: ShareLinksProps) {
  const words = texts.value.preview;
  return (
    <div class="links">
      <CopyText label={words.copyLink} text={wholeAddress} />
      {linkNote && <p class="small soft">{linkNote}</p>}
      {picture && <SharePicture {...picture} />}
      {embed && <CopyText label={words.copyEmbed} text={embed.line} />}
      {embed && <p class="small soft">{embed.note}</p>}
    </div>
  );
}

function SharePicture({ uri, name }: SharedPicture) {
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
