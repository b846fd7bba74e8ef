import { computed, effect } from '@preact/signals';
import type { DeviceView, LayoutView } from '../../../../http/answers.js';
import { drawPreview, type PreviewRequest } from '../../../api/previews.js';
import { decoded } from '../../../parts/label/decoded.js';
import { contentFor, type ContentKind } from '../../../state/layout/contents.js';
import { pathOf, valueAt } from '../../../state/layout/json.js';
import { drawable, type LayoutDocument } from '../../../state/layout/nodes.js';
import { documentOf } from '../../../state/layout/offers.js';
import { LiveDrawing } from '../../preview/previewer.js';
import { document, entry } from './document.js';
import { device, state } from './state.js';

const drawing = new LiveDrawing(async ({ of, fields }: { of: LayoutDocument; fields: PreviewRequest }, signal) => {
  const answer = await drawPreview(fields, signal);
  return { answer, image: await decoded(answer.image.data_uri), of };
});

/** The last good picture with its document. It stays while a newer document has errors. */
export const drawn = drawing.picture;
/** Why the document can't be drawn; null: it can. */
export const { problem } = drawing;

export interface Wrong {
  readonly pointer: string;
  readonly message: string;
}

/** The errors from the server, with pointers into the document. */
export const wrongs = computed<readonly Wrong[]>(() =>
  (problem.value?.problems ?? []).map(({ pointer = '#', message }) => ({
    pointer: pointer.startsWith('#/layout') ? `#${pointer.slice('#/layout'.length)}` : '#',
    message: message.replaceAll('#/layout/', '#/'),
  })),
);

/** The boxes of the picture, without those that {@link drawable} adds. */
export const boxes = computed(() => {
  const now = drawn.value;
  if (!now) return [];
  return (now.answer.boxes ?? []).filter(({ pointer }) => valueAt(now.of, pathOf(pointer, now.of)) !== undefined);
});

export function fieldsFor(of: LayoutDocument, panel: string, kind: ContentKind, locale: string): PreviewRequest {
  return { ...contentFor(kind, locale, of), device: panel, layout: drawable(of) };
}

export function exampleOf(layout: LayoutView, panel: DeviceView): PreviewRequest {
  return { ...fieldsFor(documentOf(layout), panel.id, 'usual', 'en-IE'), layout: layout.id };
}

export function startDrawing(): () => void {
  const end = effect(() => {
    const panel = device.value;
    const { content, locale, lint } = state.value;
    if (!panel || entry.value.problem || !('root' in document.value)) return;
    const of = document.value;
    drawing.draw(
      {
        of,
        fields: {
          ...fieldsFor(of, panel.id, content, locale),
          boxes: true,
          ...(lint.length > 0 && { lint: [...lint] }),
        },
      },
      0,
    );
  });
  return () => {
    end();
    drawing.stop();
    drawn.value = null;
    problem.value = null;
  };
}
