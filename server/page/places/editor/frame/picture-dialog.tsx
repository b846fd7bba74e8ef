import drawings from '../../../../../renderer/shapes/icons.json';
import { useSignal } from '@preact/signals';
import { Button, Dialog, Field } from '../../../parts/controls/index.js';
import { decodedBlob } from '../../../parts/label/decoded.js';
import { texts } from '../../../texts/index.js';
import { nameOfData } from '../../../texts/server-words.js';
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

export function PictureDialog() {
  const words = texts.value.editor;
  const wrong = useSignal(false);
  const gap = choosingPicture.value?.gap;
  const close = () => (choosingPicture.value = null);
  const take = async (file: File): Promise<void> => {
    try {
      const source = await pictureUri(file);
      close();
      addKind('picture', gap, { source });
    } catch {
      wrong.value = true;
    }
  };
  const addIcon = (icon: string): boolean => {
    close();
    return addKind('icon', gap, { icon });
  };
  const said = wrong.value ? [{ words: words.noPicture }] : [];
  return (
    <Dialog title={words.pictureTitle} wide close={close}>
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
        <div role="group" aria-label={words.icons}>
          <p class="small soft">{words.icons}</p>
          <div class="icons">
            {Object.entries(drawings).map(([icon, { parts }]) => (
              <Button key={icon} look="bare" press={() => addIcon(icon)}>
                <svg viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
                  {parts.map((part) => (
                    <IconPart key={part} part={part} />
                  ))}
                </svg>
                <span class="small">{nameOfData(icon.replace('allergen_', ''))}</span>
              </Button>
            ))}
          </div>
        </div>
      </div>
    </Dialog>
  );
}

/** A part of an icon, as the renderer draws it: "fill", "clear", "stroke 2" or "scrape 2", then paths. */
function IconPart({ part }: { readonly part: string }) {
  const [, verb, width, path = ''] = /^(fill|clear|stroke|scrape) ?([0-9.]*) (.*)$/.exec(part)!;
  const ellipse = (_: string, x: number, y: number, across: number, down: number): string =>
    `M ${x - across} ${y} a ${across} ${down} 0 1 0 ${2 * across} 0 a ${across} ${down} 0 1 0 ${-2 * across} 0 Z`;
  const d = path.replaceAll(/O (\S+) (\S+) (\S+) (\S+)/g, ellipse as (found: string) => string);
  const ink = verb === 'fill' || verb === 'stroke' ? 'currentColor' : 'var(--stage)';
  return width === '' ? <path d={d} fill={ink} /> : <path d={d} fill="none" stroke={ink} stroke-width={width} />;
}
