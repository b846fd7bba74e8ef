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

/** Where what is dragged would go; null: nothing is dragged, or it can't go there. */
export const drop = signal<Drop | null>(null);

/** CSS pixels that a press may move and still be a click. */
const still = 4;

/** The paper, and how many CSS pixels a pixel of the panel has on it. */
let paper: { readonly element: HTMLElement; readonly scale: number } | null = null;

export function setPaper(element: HTMLElement | null, scale: number): void {
  paper = element && { element, scale };
}

/** A place on the screen in pixels of the panel. */
function pointOf({ clientX, clientY }: MouseEvent): Point {
  const { left, top } = paper!.element.getBoundingClientRect();
  return { x: (clientX - left) / paper!.scale, y: (clientY - top) / paper!.scale };
}

/** The node of a box: where a part stands rather than the part itself, which may stand elsewhere, too. */
export function pathOfPlaced({ pointer, place }: PlacedBox): Path {
  const path = pathOf(pointer, document.peek());
  return path[0] === 'parts' && path.length === 2 ? pathOf(place, document.peek()) : path;
}

export function selectAt(event: MouseEvent): void {
  const box = boxAt(boxes.peek(), pointOf(event));
  if (box) select(pathOfPlaced(box));
}

export function mayDrag(): boolean {
  return matchMedia('(width >= 768px)').matches;
}

/** Follows a press until it ends. @param moved with whether it is a drag by now; @param ended with whether it was one */
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

/** The click that a browser makes of the end of a drag is none. */
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

function dropNow(event: PointerEvent, dragged: Path | null): void {
  const rtl = /^(?:ar|he|fa|ur)\b/.test(drawn.peek()?.answer.label.locale ?? '');
  drop.value = paper ? dropAt(document.peek(), boxes.peek(), pointOf(event), dragged, rtl) : null;
}

/** A press on the label: a click selects; a drag takes the node to another place. */
export function pressLabel(event: PointerEvent): void {
  if (event.button !== 0) return;
  selectAt(event);
  const path = selected.peek();
  if (!path || !placeIn(path) || !mayDrag()) return;
  follow(
    event,
    (now) => {
      dropNow(now, path);
    },
    (dragged) => {
      const to = drop.peek();
      drop.value = null;
      if (dragged && to) moveTo(path, to);
    },
  );
}

/** A press on a button of the palette: a drag adds where it ends. A click is the button's own. */
export function pressPalette(event: PointerEvent, kind: Exclude<PaletteKind, 'picture'>): void {
  if (event.button !== 0 || !mayDrag()) return;
  follow(
    event,
    (now) => {
      dropNow(now, null);
    },
    () => {
      const to = drop.peek();
      drop.value = null;
      if (to) addKind(kind, to);
    },
  );
}

/** An edge or a corner of the selection: by how much a pixel to the right and down makes it wider and higher. */
export interface Edge {
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

/** A press on an edge: a drag makes the node larger or smaller, in the unit that its size has. */
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
