import { signal } from '@preact/signals';
import { boxAt, type Drop, dropAt, type PlacedBox, type Point } from '../../../state/layout/drop.js';
import { type Path, pathOf, pointerOf } from '../../../state/layout/json.js';
import { placeIn } from '../../../state/layout/nodes.js';
import type { PaletteKind } from '../../../state/layout/offers.js';
import type { Side } from '../../../state/layout/sizing.js';
import { addKind, drawnSize, moveTo, resize } from '../model/actions.js';
import { document, settle } from '../model/document.js';
import { boxes, drawn } from '../model/drawing.js';
import { select, selected } from '../model/state.js';

/** The target of a drag; null: no drag, or no target. */
export const drop = signal<Drop | null>(null);

/** A press that moves less than this, in CSS pixels, is a click. */
const still = 4;

/** The paper of the shown label, and CSS pixels per pixel of the panel. */
export const paper = signal<{ readonly element: HTMLElement; readonly scale: number } | null>(null);

/** A position on the screen in pixels of the panel. */
function pointOf({ clientX, clientY }: MouseEvent): Point {
  const { element, scale } = paper.peek()!;
  const { left, top } = element.getBoundingClientRect();
  return { x: (clientX - left) / scale, y: (clientY - top) / scale };
}

/** The node of a box. For the root of a part: the node that uses the part. */
export function pathOfPlaced({ pointer, place }: PlacedBox): Path {
  const path = pathOf(pointer, document.peek());
  return path[0] === 'parts' && path.length === 2 ? pathOf(place, document.peek()) : path;
}

export function selectAt(event: MouseEvent): void {
  const box = boxAt(boxes.peek(), pointOf(event));
  if (box) select(pathOfPlaced(box));
}

function mayDrag(): boolean {
  return matchMedia('(width >= 768px)').matches;
}

/** @param moved called when the press is a drag @param ended receives whether it was a drag */
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
    if (dragged) swallowClick(target);
    ended(dragged);
  });
  listen('pointercancel', () => {
    end.abort();
    drop.value = null;
    ended(false);
  });
}

/** Browsers fire a click at the end of a drag. */
function swallowClick(target: HTMLElement): void {
  const end = new AbortController();
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  target.addEventListener('click', swallow, { capture: true, once: true, signal: end.signal });
  setTimeout(() => {
    end.abort();
  });
}

/** Drags a node, with a mark at the target. @param dragged null: a new node */
function drag(event: PointerEvent, dragged: Path | null, end: (to: Drop | null, dragged: boolean) => void): void {
  const rtl = /^(?:ar|he|fa|ur)\b/.test(drawn.peek()?.answer.label.locale ?? '');
  follow(
    event,
    (now) => {
      drop.value = paper.peek() ? dropAt(document.peek(), boxes.peek(), pointOf(now), dragged, rtl) : null;
    },
    (isDrag) => {
      const to = drop.peek();
      drop.value = null;
      end(to, isDrag);
    },
  );
}

/** A press on the label: a click selects a node, a drag moves it to another place. */
export function pressLabel(event: PointerEvent): void {
  if (event.button !== 0) return;
  selectAt(event);
  const path = selected.peek();
  if (!path || !placeIn(path) || !mayDrag()) return;
  drag(event, path, (to, isDrag) => {
    if (isDrag && to) moveTo(path, to);
  });
}

/** A press on a button of the palette: a drag adds a node where it ends. The button handles a click. */
export function pressPalette(event: PointerEvent, kind: Exclude<PaletteKind, 'picture'>): void {
  if (event.button !== 0 || !mayDrag()) return;
  drag(event, null, (to) => {
    if (to) addKind(kind, to);
  });
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

/** Dragging an edge resizes the node, in the unit of its size. */
export function pressEdge(event: PointerEvent, edge: Edge): void {
  const path = selected.peek();
  const size = path && drawnSize(path);
  if (!path || !size || event.button !== 0) return;
  event.stopPropagation();
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
    settle,
  );
}
