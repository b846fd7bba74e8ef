import { signal } from '@preact/signals';
import { boxAt, type PlacedBox, type Point } from '../../../state/layout/drop.js';
import { type Path, pathOf, pointerOf } from '../../../state/layout/json.js';
import type { Side } from '../../../state/layout/sizing.js';
import { drawnSize, resize } from '../model/actions.js';
import { document, settle } from '../model/document.js';
import { boxes } from '../model/drawing.js';
import { isSelected, select, selected, toggleSelected } from '../model/state.js';

/** A press that moves less than this, in CSS pixels, is a click. */
const still = 4;

/** The paper of the shown label, and CSS pixels per pixel of the panel. */
export const paper = signal<{ readonly element: HTMLElement; readonly scale: number } | null>(null);

/** A position on the screen in pixels of the panel. */
export function pointOf({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Point {
  const { element, scale } = paper.peek()!;
  const { left, top } = element.getBoundingClientRect();
  return { x: (clientX - left) / scale, y: (clientY - top) / scale };
}

/** The node of a box. For the root of a part: the node that uses the part. */
export function pathOfPlaced({ pointer, place }: PlacedBox): Path {
  const path = pathOf(pointer, document.peek());
  return path[0] === 'parts' && path.length === 2 ? pathOf(place, document.peek()) : path;
}

/** @param moved called when the press is a drag @param ended receives whether it was one */
function follow(event: PointerEvent, moved: (event: PointerEvent) => void, ended: (dragged: boolean) => void): void {
  const target = event.currentTarget as HTMLElement;
  const end = new AbortController();
  let dragged = false;
  const far = (now: PointerEvent): boolean =>
    Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > still;
  const listen = (name: 'pointermove' | 'pointerup' | 'pointercancel', hear: (now: PointerEvent) => void): void => {
    target.addEventListener(name, hear, { signal: end.signal });
  };
  target.setPointerCapture(event.pointerId);
  listen('pointermove', (now) => {
    dragged ||= far(now);
    if (dragged) moved(now);
  });
  listen('pointerup', () => {
    end.abort();
    ended(dragged);
  });
  listen('pointercancel', () => {
    end.abort();
    ended(false);
  });
}

/** A press on the label selects a node; with Shift, Ctrl or ⌘ it adds it to the selection. */
export function pressLabel(event: PointerEvent): void {
  if (event.button !== 0) return;
  const box = boxAt(boxes.peek(), pointOf(event));
  const path = box && pathOfPlaced(box);
  if (!path) return;
  if (event.shiftKey || event.ctrlKey || event.metaKey) toggleSelected(path);
  // Several that are selected are dragged together.
  else if (!isSelected(pointerOf(path))) select(path);
}

/** An edge or corner of the selection: how a pixel to the right and down changes its width and height. */
interface Edge {
  readonly name: string;
  readonly width: -1 | 0 | 1;
  readonly height: -1 | 0 | 1;
}

export const edges: readonly Edge[] = ([-1, 0, 1] as const).flatMap((height) =>
  ([-1, 0, 1] as const).flatMap((width) => {
    const name = `${['n', '', 's'][height + 1]!}${['w', '', 'e'][width + 1]!}`;
    return name === '' ? [] : [{ name, width, height }];
  }),
);

let resizing = false;

/** Whether an edge is pressed: the press is not the start of a drag. */
export const isResizing = (): boolean => resizing;

/** Dragging an edge resizes the node, in the unit of its size. */
export function pressEdge(event: PointerEvent, edge: Edge): void {
  const path = selected.peek();
  const size = path && drawnSize(path);
  if (!path || !size || event.button !== 0) return;
  event.stopPropagation();
  resizing = true;
  const from = pointOf(event);
  const { width, height } = size.own;
  follow(
    event,
    (now) => {
      const to = pointOf(now);
      const by = { width: edge.width * (to.x - from.x), height: edge.height * (to.y - from.y) };
      const wanted = { width: width + by.width, height: height + by.height };
      for (const side of ['width', 'height'] as const satisfies readonly Side[])
        if (edge[side] !== 0) resize(path, side, wanted[side], `drag ${pointerOf(path)}`);
    },
    () => {
      resizing = false;
      settle();
    },
  );
}
