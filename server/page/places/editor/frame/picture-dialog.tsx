import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../parts/controls/dialog.js';
import { Field } from '../../../parts/controls/field.js';
import { decodedBlob } from '../../../parts/label/decoded.js';
import { texts } from '../../../texts/index.js';
import { add } from '../model/actions.js';
import { choosingPicture } from './dialogs.js';

/** The most pixels along a side: a label has few, and a layout room for some. */
const most = 400;

/** Makes a file small enough for a layout. @throws {DOMException} for what is no picture */
export async function pictureUri(file: Blob): Promise<string> {
  const image = await decodedBlob(file);
  const times = Math.min(1, most / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = window.document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.naturalWidth * times));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * times));
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

export function PictureDialog(): JSX.Element {
  const words = texts.value.editor;
  const [wrong, setWrong] = useState(false);
  const [icon, setIcon] = useState('organic');
  const close = (): void => {
    choosingPicture.value = false;
  };
  const take = async (file: File): Promise<void> => {
    try {
      const source = await pictureUri(file);
      close();
      add({ type: 'picture', source, height: '40%' });
    } catch {
      setWrong(true);
    }
  };
  return (
    <Dialog title={words.pictureTitle} close={close}>
      <div class="stack">
        <Field
          label={words.pictureFile}
          name="file"
          note={words.pictureNote}
          said={wrong ? [{ words: words.noPicture }] : []}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept="image/png,image/jpeg,image/webp,image/svg+xml"
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                if (file) void take(file);
              }}
            />
          )}
        </Field>
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            close();
            add({ type: 'icon', icon, height: '20%' });
          }}
        >
          <Field label={words.iconName} name="icon" note={words.iconNote}>
            {(control) => (
              <input
                {...control}
                value={icon}
                required
                onInput={({ currentTarget }) => {
                  setIcon(currentTarget.value);
                }}
              />
            )}
          </Field>
          <button class="button main" type="submit">
            {words.addIcon}
          </button>
        </form>
      </div>
    </Dialog>
  );
}
