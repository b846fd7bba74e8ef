import { signal } from '@preact/signals';
import type { DeviceView } from '../../../../http/answers.js';
import type { BoxRectangle } from '../../../parts/label/label.js';
import { boxAt, boxOf, type PlacedBox, type Point } from '../../../state/layout/drop.js';
import { type Path, pathOf, pointerOf } from '../../../state/layout/json.js';
import { pixelsOf, readLength } from '../../../state/layout/lengths.js';
import { placeIn } from '../../../state/layout/nodes.js';
import { type Side, snapped } from '../../../state/layout/sizing.js';
import { panelScale, put, resize } from '../model/actions.js';
import { document, settle } from '../model/document.js';
import { boxes } from '../model/drawing.js';
import { device, isSelected, select, selected, selectedNode, toggleSelected } from '../model/state.js';
import { startTyping } from './typing.js';

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

/** @param moved called when the press is a drag @param ended called at its end, also if it was none or the browser cancelled it */
function follow(event: PointerEvent, moved: (event: PointerEvent) => void, ended: (isDone: boolean) => void): void {
  const target = event.currentTarget as HTMLElement;
  const end = new AbortController();
  let dragged = false;
  const far = (now: PointerEvent): boolean =>
    Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > still;
  const listen = (name: 'pointermove' | 'pointerup' | 'pointercancel', hear: (now: PointerEvent) => void): void => {
    const hearOwn = (now: PointerEvent): void => {
      if (now.pointerId === event.pointerId) hear(now);
    };
    target.addEventListener(name, hearOwn, { signal: end.signal });
  };
  target.setPointerCapture(event.pointerId);
  listen('pointermove', (now) => {
    dragged ||= far(now);
    if (dragged) moved(now);
  });
  const stop = ({ type }: PointerEvent): void => {
    end.abort();
    ended(type === 'pointerup');
  };
  listen('pointerup', stop);
  listen('pointercancel', stop);
}

function pathAt(event: MouseEvent): Path | undefined {
  const box = boxAt(boxes.peek(), pointOf(event));
  return box && pathOfPlaced(box);
}

const isAdding = ({ shiftKey, ctrlKey, metaKey }: MouseEvent): boolean => shiftKey || ctrlKey || metaKey;

/** A press on the label selects a node; with Shift, Ctrl or ⌘ it adds it to the selection. */
export function pressLabel(event: PointerEvent): void {
  if (event.button === 1) return;
  const path = pathAt(event);
  if (!path) return;
  // Other presses begin a rectangle; see pressStage.
  if (placeIn(path)) event.stopPropagation();
  if (isAdding(event)) toggleSelected(path);
  // Several that are selected are dragged together.
  else if (!isSelected(pointerOf(path))) select(path);
}

/** A click without a drag selects one of several. */
export function clickLabel(event: MouseEvent): void {
  const path = pathAt(event);
  // Not at the end of a drag of an edge.
  if (path && !isAdding(event) && event.target === event.currentTarget) select(path);
}

/** Types the words of the text at a point, also below the handles of a selected box. */
export function doubleClickLabel(event: MouseEvent): void {
  const path = pathAt(event);
  if (path) select(path);
  startTyping();
}

/** An edge or corner of the selection: how a pixel to the right and down changes its width and height. */
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

let resizing = false;

/** Whether an edge is pressed: the press is not the start of a drag. */
export const isResizing = (): boolean => resizing;

/** Follows a press on a handle of the selection. */
function change(event: PointerEvent, moved: (event: PointerEvent) => void): void {
  event.stopPropagation();
  resizing = true;
  follow(event, moved, () => {
    resizing = false;
    guides.value = [];
    settle();
  });
}

/** Edges of other boxes that the dragged edge is drawn to, in px. */
export const guides = signal<readonly { readonly side: Side; readonly at: number }[]>([]);

/** Screen pixels within which an edge is drawn to another one. */
const reach = 6;

/** Dragging an edge resizes the node, in the unit of its size: to the edges of other boxes and half millimetres, with Alt freely. */
export function pressEdge(event: PointerEvent, edge: Edge): void {
  const path = selected.peek();
  const own = path && boxOf(boxes.peek(), pointerOf(path));
  const panel = device.peek();
  if (!path || !own || !panel || event.button !== 0) return;
  const from = pointOf(event);
  const pointer = pointerOf(path);
  const others = boxes.peek().filter((box) => !`${box.pointer}/`.startsWith(`${pointer}/`));
  const sidesOf = { width: ['x', 'width'], height: ['y', 'height'] } as const;
  change(event, (now) => {
    const to = pointOf(now);
    const lines: { side: Side; at: number }[] = [];
    for (const side of ['width', 'height'] as const) {
      const sign = edge[side];
      if (sign === 0) continue;
      const [axis, extent] = sidesOf[side];
      const [near, far] = [own[axis], own[axis] + own[extent]];
      const free = (sign > 0 ? far : near) + to[axis] - from[axis];
      const edges = now.altKey ? [] : others.flatMap((box) => [box[axis], box[axis] + box[extent]]);
      const step = now.altKey ? 1 : panel.dpi.value / 50.8;
      const { at, guide } = snapped(free, edges, sign > 0 ? near : far, step, reach / paper.peek()!.scale);
      if (guide !== null) lines.push({ side, at: guide });
      resize(path, side, sign > 0 ? at - near : far - at, `drag ${pointer}`);
    }
    guides.value = lines;
  });
}

/** Dragging the round handle of a box from its corner inwards rounds its corners, by half millimetres. */
export function pressCorner(event: PointerEvent): void {
  const panel = device.peek();
  if (!panel || event.button !== 0) return;
  const from = pointOf(event);
  const px = radiusOf(panel);
  change(event, (now) => {
    const to = pointOf(now);
    const mm = ((px + (to.x - from.x + to.y - from.y) / 2) * 25.4) / panel.dpi.value;
    const half = Math.max(0, Math.round(mm * 2) / 2);
    put('radius', half === 0 ? undefined : `${half}mm`, 'drag radius');
  });
}

export function radiusOf(panel: DeviceView): number {
  const radius = readLength(selectedNode.value?.radius);
  return radius ? pixelsOf(radius, panelScale(panel)) : 0;
}

/** The rectangle that is drawn round boxes to select them, in px of the panel. */
export const marquee = signal<BoxRectangle | null>(null);

/** A press beside what can be dragged draws a rectangle that selects the boxes in it; the middle button pans. */
export function pressStage(event: PointerEvent): void {
  if (event.button === 1) pan(event);
  const room = event.currentTarget as HTMLElement;
  const isOnBar = event.target === room && (event.offsetX > room.clientWidth || event.offsetY > room.clientHeight);
  const isOnButton = event.target instanceof Element && event.target.closest('button, input') !== null;
  if (event.button !== 0 || !paper.peek() || isOnBar || isOnButton) return;
  const from = pointOf(event);
  follow(
    event,
    (now) => {
      const to = pointOf(now);
      marquee.value = {
        x: Math.min(from.x, to.x),
        y: Math.min(from.y, to.y),
        width: Math.abs(to.x - from.x),
        height: Math.abs(to.y - from.y),
      };
    },
    (isDone) => {
      const area = isDone ? marquee.peek() : null;
      marquee.value = null;
      const found = area ? boxes.peek().filter((box) => isWithin(box, area)) : [];
      const [first, ...others] = found.map(pathOfPlaced);
      if (first) select(first, others);
    },
  );
}

function isWithin({ x, y, width, height }: BoxRectangle, area: BoxRectangle): boolean {
  const [right, below] = [area.x + area.width, area.y + area.height];
  return x >= area.x && y >= area.y && x + width <= right && y + height <= below;
}

function pan(event: PointerEvent): void {
  const room = event.currentTarget as HTMLElement;
  const { scrollLeft, scrollTop } = room;
  event.preventDefault();
  follow(
    event,
    (now) => {
      room.scrollTo(scrollLeft + event.clientX - now.clientX, scrollTop + event.clientY - now.clientY);
    },
    () => undefined,
  );
}
