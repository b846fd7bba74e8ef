import { computed, effect, signal } from '@preact/signals';
import type { DeviceView, LayoutView } from '../../../../http/answers.js';
import { drawPreview, drawQueued, type PreviewRequest } from '../../../api/previews.js';
import { ApiError } from '../../../api/request.js';
import { startAfter, together } from '../../../browser/ends.js';
import { decoded } from '../../../parts/label/decoded.js';
import { content } from '../../../parts/place-address.js';
import { contentFor, type ContentKind, stripContents } from '../../../state/layout/contents.js';
import { type Gap, gapOf, isClipped, isOfRoom, type GapMend, mendsOf, withGaps } from '../../../state/gaps.js';
import { pathOf, valueAt } from '../../../state/layout/json.js';
import { drawable, type LayoutDocument } from '../../../state/layout/nodes.js';
import { documentOf } from '../../../state/layout/offers.js';
import { LiveDrawing } from '../../preview/previewer.js';
import { document, entry } from './document.js';
import { device, state, stripPanels } from './state.js';

/** Nodes without room that are left blank; with more, the document can't be drawn. */
const maxGaps = 8;

interface EditorDraft {
  readonly of: LayoutDocument;
  readonly fields: PreviewRequest;
}

/** Draws a document. Nodes that have too little room are left blank. */
const drawing = new LiveDrawing(async ({ of, fields }: EditorDraft, signal) => {
  const gaps: Gap[] = [];
  for (;;) {
    try {
      const answer = await drawPreview({ ...fields, layout: withGaps(of, gaps) }, signal);
      return { answer, image: await decoded(answer.image.data_uri), of, gaps };
    } catch (error) {
      const gap = error instanceof ApiError && error.problems[0] ? gapOf(error.problems[0], of) : null;
      if (!gap || gaps.length === maxGaps || valueAt(of, gap.path) === undefined) throw error;
      gaps.push(gap);
    }
  }
});

/** The last picture with its document and its gaps. It stays while a newer document has errors. */
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

/** The boxes that the panel clips, or that have no pixel. */
export const clippedBoxes = computed(() => {
  const panel = device.value;
  return panel ? boxes.value.filter((box) => isClipped(box, panel)) : [];
});

export function fieldsFor(of: LayoutDocument, panel: string, kind: ContentKind, locale: string): PreviewRequest {
  return { ...contentFor(kind, locale, of, content.value), device: panel, layout: drawable(of) };
}

export function exampleOf(layout: LayoutView, panel: DeviceView): PreviewRequest {
  return { ...fieldsFor(documentOf(layout), panel.id, 'usual', ''), layout: layout.id };
}

/** A change that makes room for each gap of the picture; null: none was found yet. */
export const mend = signal<GapMend | null>(null);

/** Milliseconds without a change before mends are tried. */
const patienceMs = 500;

/** Tries changes for the first gap, one after the other, until one draws it. */
async function findMend(signal: AbortSignal): Promise<void> {
  const now = drawn.peek();
  const [gap, ...others] = now?.gaps ?? [];
  const panel = device.peek();
  if (!now || !gap || !panel) return;
  const { content: kind, locale } = state.peek();
  for (const each of mendsOf(now.of, gap, boxes.peek(), panel.dpi.value)) {
    const fields = fieldsFor(withGaps(each.document, others), panel.id, kind, locale);
    const answer = await drawQueued(fields, signal);
    if (signal.aborted) return;
    if (answer && !(answer instanceof ApiError)) {
      mend.value = each;
      return;
    }
  }
}

/** The answer for a document on another panel, with gaps, and the error that the gaps avoid; null: cancelled. */
export async function drawSmall(
  of: LayoutDocument,
  fields: (of: LayoutDocument) => PreviewRequest,
  signal: AbortSignal,
) {
  const first = await drawQueued(fields(of), signal);
  let drawn = first;
  for (const gaps: Gap[] = []; drawn instanceof ApiError && gaps.length < maxGaps;) {
    const gap = drawn.problems[0] ? gapOf(drawn.problems[0], of) : null;
    if (!gap) break;
    gaps.push(gap);
    drawn = await drawQueued(fields(withGaps(of, gaps)), signal);
  }
  const answer = drawn instanceof ApiError ? null : drawn;
  return first && { answer, error: first instanceof ApiError ? first : null };
}

/** The panels of the strip on which a document can't be drawn with some content. */
export async function panelsWithoutRoom(of: LayoutDocument): Promise<readonly DeviceView[]> {
  const { locale } = state.peek();
  const { signal } = new AbortController();
  const fails = await Promise.all(
    stripPanels.peek().map(async ({ id }) => {
      const answers = await Promise.all(
        stripContents.map((kind) => drawQueued(fieldsFor(of, id, kind, locale), signal)),
      );
      return answers.some((answer) => answer instanceof ApiError && answer.problems.some(isOfRoom));
    }),
  );
  return stripPanels.peek().filter((_, i) => fails[i]);
}

export function startDrawing(): () => void {
  return together(
    effect(() => {
      const panel = device.value;
      const { content: kind, locale, lint } = state.value;
      const of = document.value;
      if (!panel || entry.value.problem || !('root' in of)) return;
      const checks = lint.length > 0 && { lint: [...lint] };
      drawing.draw({ of, fields: { ...fieldsFor(of, panel.id, kind, locale), boxes: true, ...checks } }, 0);
    }),
    effect(() => {
      const gaps = drawn.value?.gaps ?? [];
      mend.value = null;
      return gaps.length > 0 ? startAfter(patienceMs, findMend) : undefined;
    }),
    () => {
      drawing.stop();
      drawn.value = null;
      problem.value = null;
    },
  );
}
