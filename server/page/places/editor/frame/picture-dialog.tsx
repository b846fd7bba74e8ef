import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Dialog, Field, TextField } from '../../../parts/controls/index.js';
import { decodedBlob } from '../../../parts/label/decoded.js';
import { texts } from '../../../texts/index.js';
import { addKind } from '../model/actions.js';
import { choosingPicture } from '../model/state.js';

/** The largest side in pixels. Labels have few, and layouts limited space. */
const most = 400;

export const pictureTypes = 'image/png,image/jpeg,image/webp,image/svg+xml';

/** @throws {DOMException} if it is no picture */
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
  const wrong = useSignal(false);
  const icon = useSignal('organic');
  const gap = choosingPicture.value?.gap;
  const close = (): void => {
    choosingPicture.value = null;
  };
  const take = async (file: File): Promise<void> => {
    try {
      const source = await pictureUri(file);
      close();
      addKind('picture', gap, { source });
    } catch {
      wrong.value = true;
    }
  };
  const addIcon = (event: Event): void => {
    event.preventDefault();
    close();
    addKind('icon', gap, { icon: icon.peek() });
  };
  const said = wrong.value ? [{ words: words.noPicture }] : [];
  return (
    <Dialog title={words.pictureTitle} close={close}>
      <div class="stack">
        <Field label={words.pictureFile} name="file" note={words.pictureNote} notes={said}>
          {(control) => (
            <input
              {...control}
              type="file"
              autofocus
              accept={pictureTypes}
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                if (file) void take(file);
              }}
            />
          )}
        </Field>
        <form class="stack" onSubmit={addIcon}>
          <TextField
            label={words.iconName}
            name="icon"
            note={words.iconNote}
            value={icon.value}
            required
            put={(name) => (icon.value = name)}
          />
          <button class="button main" type="submit">
            {words.addIcon}
          </button>
        </form>
      </div>
    </Dialog>
  );
}
