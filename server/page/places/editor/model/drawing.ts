import { computed, effect, signal } from '@preact/signals';
import type { PreviewAnswer } from '../../../../http/answers.js';
import { drawPreview, type PreviewFields } from '../../../api/previews.js';
import type { ApiError } from '../../../api/request.js';
import { decoded } from '../../../parts/label/decoded.js';
import { contentFor, type ContentKind } from '../../../state/layout/contents.js';
import { valueAt } from '../../../state/layout/edit.js';
import { pathOf } from '../../../state/layout/json.js';
import { drawable, type LayoutDocument } from '../../../state/layout/nodes.js';
import { createPreviewer } from '../../preview/previewer.js';
import { document, entry } from './document.js';
import { device, state } from './state.js';

/** The last good picture, decoded, with all that the server says about it, and the document that it is of. */
export interface Drawn {
  readonly answer: PreviewAnswer;
  readonly image: HTMLImageElement;
  readonly of: LayoutDocument;
}

export const drawn = signal<Drawn | null>(null);
/** Why the document can't be drawn; null: it can. */
export const problem = signal<ApiError | null>(null);

/** Something that is wrong with the document, and where. */
export interface Wrong {
  readonly pointer: string;
  readonly message: string;
}

/** What the server finds wrong with the document, with pointers into it. */
export const wrongs = computed<readonly Wrong[]>(() =>
  (problem.value?.problems ?? []).map(({ pointer = '#', message }) => ({
    pointer: pointer.startsWith('#/layout') ? `#${pointer.slice('#/layout'.length)}` : '#',
    message: message.replaceAll('#/layout/', '#/'),
  })),
);

/** The boxes of the picture, but for those that are there only so that what is empty can be drawn. */
export const boxes = computed(() => {
  const now = drawn.value;
  if (!now) return [];
  return (now.answer.boxes ?? []).filter(({ pointer }) => valueAt(now.of, pathOf(pointer, now.of)) !== undefined);
});

/** What a document is drawn from on a panel, with a content. */
export function fieldsFor(of: LayoutDocument, panel: string, kind: ContentKind, locale: string): PreviewFields {
  return { ...contentFor(kind, locale, of), device: panel, layout: drawable(of) };
}

const previewer = createPreviewer(
  async ({ of, fields }: { of: LayoutDocument; fields: PreviewFields }, signal) => {
    const answer = await drawPreview(fields, signal);
    return { answer, image: await decoded(answer.image.data_uri), of };
  },
  (picture) => {
    drawn.value = picture;
    problem.value = null;
  },
  (error) => {
    problem.value = error;
  },
);

/** Draws the document whenever it changes. @returns ends that */
export function startDrawing(): () => void {
  const end = effect(() => {
    const panel = device.value;
    const { content, locale } = state.value;
    if (!panel || entry.value.problem || !('root' in document.value)) return;
    const of = document.value;
    previewer.draw({ of, fields: { ...fieldsFor(of, panel.id, content, locale), boxes: true } }, 0);
  });
  return () => {
    end();
    previewer.stop();
    drawn.value = null;
    problem.value = null;
  };
}
