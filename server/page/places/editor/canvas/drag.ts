import {
  draggable,
  dropTargetForElements,
  type ElementEventBasePayload,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import { signal } from '@preact/signals';
import { type Drop, dropAt, treeDropAt } from '../../../state/layout/drop.js';
import { type Path, pathOf, pointerOf, valueAt } from '../../../state/layout/json.js';
import type { DropGap } from '../../../state/layout/moves.js';
import { placeIn } from '../../../state/layout/nodes.js';
import type { PaletteKind } from '../../../state/layout/offers.js';
import { texts } from '../../../texts/index.js';
import { addKind, moveTo } from '../model/actions.js';
import { document } from '../model/document.js';
import { boxes, drawn } from '../model/drawing.js';
import { choosingPicture, chosen, isSelected } from '../model/state.js';
import { nameOf } from '../names.js';
import { isResizing, paper, pointOf } from './gestures.js';

/** Dragging from the palette, in the tree and on the label. */

/** A new node of a kind, or nodes of the layout. */
type Dragged = { readonly kind: PaletteKind } | { readonly paths: readonly Path[] };

/** The target of a drag: its mark on the label, or its row in the tree. Null: no drag, or no target. */
export const drop = signal<
  (DropGap & { readonly mark?: Drop['mark']; readonly row?: string; readonly side?: 'before' | 'in' | 'after' }) | null
>(null);

/** @param of the dragged thing; null: nothing that can be dragged @returns ends that */
function source(element: HTMLElement, of: () => Dragged | null): () => void {
  return draggable({
    element,
    canDrag: () => matchMedia('(width >= 768px)').matches && of() !== null,
    getInitialData: () => ({ dragged: of() }),
    onGenerateDragPreview({ nativeSetDragImage }) {
      setCustomNativeDragPreview({
        nativeSetDragImage,
        getOffset: pointerOutsideOfPreview({ x: '12px', y: '8px' }),
        render({ container }) {
          const ghost = { className: 'drag-ghost', textContent: wordsOf(of()!) };
          container.append(Object.assign(window.document.createElement('div'), ghost));
        },
      });
    },
  });
}

function wordsOf(dragged: Dragged): string {
  const { palette, boxes: boxWords } = texts.peek().editor;
  if ('kind' in dragged) return palette[dragged.kind];
  const [path, ...others] = dragged.paths;
  const name = nameOf(valueAt(document.peek(), path!));
  return others.length > 0 || name === '' ? boxWords({ count: dragged.paths.length }) : name;
}

export const kindSource = (element: HTMLElement, kind: PaletteKind): (() => void) => source(element, () => ({ kind }));

/** A row of the tree; one of several that are selected brings the others. */
export function rowSource(element: HTMLElement, path: Path): () => void {
  return source(element, () => {
    if (!placeIn(path)) return null;
    return { paths: isSelected(pointerOf(path)) ? chosen.peek() : [path] };
  });
}

/** The label: the press has selected what is dragged. */
export function labelSource(element: HTMLElement): () => void {
  return source(element, () => {
    const paths = chosen.peek().filter((path) => placeIn(path));
    return paths.length > 0 && !isResizing() ? { paths } : null;
  });
}

export const dropTarget = (element: HTMLElement): (() => void) => dropTargetForElements({ element });

function targetAt(at: Pick<MouseEvent, 'clientX' | 'clientY'>, dragged: Dragged): typeof drop.value {
  const paths = 'paths' in dragged ? dragged.paths : [];
  const row = window.document.elementFromPoint(at.clientX, at.clientY)?.closest<HTMLElement>('.tree [data-pointer]');
  if (row) {
    const { top, height } = row.getBoundingClientRect();
    const pointer = row.dataset.pointer!;
    const path = pathOf(pointer, document.peek());
    const to = treeDropAt(document.peek(), path, (at.clientY - top) / height, paths);
    return to && { ...to, row: pointer };
  }
  const rtl = /^(?:ar|he|fa|ur)\b/.test(drawn.peek()?.answer.label.locale ?? '');
  return paper.peek() ? dropAt(document.peek(), boxes.peek(), pointOf(at), paths, rtl) : null;
}

/** Shows the target of a drag, and moves or adds where it ends. @returns ends that */
export function startDragging(): () => void {
  const at = ({ source: { data }, location: { current } }: ElementEventBasePayload) =>
    current.dropTargets.length > 0 ? targetAt(current.input, data.dragged as Dragged) : null;
  return monitorForElements({
    onDrag(event) {
      drop.value = at(event);
    },
    onDrop(event) {
      const to = at(event);
      const dragged = event.source.data.dragged as Dragged;
      drop.value = null;
      if (!to) return;
      if ('paths' in dragged) moveTo(dragged.paths, to);
      else if (dragged.kind === 'picture') choosingPicture.value = { gap: to };
      else addKind(dragged.kind, to);
    },
  });
}
