import { boxOf } from '../../../state/layout/drop.js';
import {
  isObject,
  type Json,
  type Path,
  plainText,
  pointerOf,
  valueAt,
  withValue,
} from '../../../state/layout/json.js';
import { withKind } from '../../../state/layout/kinds.js';
import {
  type Direction,
  type Gap,
  gapAfter,
  inserted,
  type Moved,
  moved,
  movedInTree,
  removed,
  unwrapped,
  wrapped,
} from '../../../state/layout/moves.js';
import { type LayoutNode, placeIn } from '../../../state/layout/nodes.js';
import { newNode, type Offer, type PaletteKind, withNeeds } from '../../../state/layout/offers.js';
import { type Drawn as DrawnSize, nudged, resized, type Side, stepped } from '../../../state/layout/sizing.js';
import { texts } from '../../../texts/index.js';
import { nameOf } from '../names.js';
import { document, editDocument, redo, undo } from './document.js';
import { boxes } from './drawing.js';
import { schema } from './schema.js';
import { device, root, said, select, selected } from './state.js';

/** All that a person does to the document, by mouse or by keys: each tells what it did. */

function say(words: string): void {
  // The same words again are said again.
  said.value = said.peek() === words ? `${words}\u00a0` : words;
}

function take(next: Moved | null, words: (name: string) => string): boolean {
  if (!next || !editDocument(next.document)) return false;
  select(next.path);
  say(words(nameAt(next.path)));
  return true;
}

function nameAt(path: Path): string {
  const node = valueAt(document.peek(), path);
  return isObject(node) ? nameOf(node, texts.peek()) : '';
}

const current = (): Path => selected.peek() ?? root.peek();

/** Adds a node behind what is selected, or in it. */
export function add(node: LayoutNode, gap: Gap = gapAfter(document.peek(), current())): boolean {
  return take(inserted(document.peek(), gap, node), texts.peek().editor.added);
}

/** Adds a node of the palette. */
export function addKind(
  kind: Exclude<PaletteKind, 'picture'>,
  gap: Gap = gapAfter(document.peek(), current()),
): boolean {
  const container = valueAt(document.peek(), gap.container);
  return add(newNode(kind, document.peek(), isObject(container) && container.direction === 'row'), gap);
}

export function remove(): boolean {
  const name = nameAt(current());
  return take(removed(document.peek(), current()), () => texts.peek().editor.removed(name));
}

export function moveTo(from: Path, to: Gap): boolean {
  return take(moved(document.peek(), from, to), texts.peek().editor.movedTo);
}

export function moveInTree(direction: Direction): boolean {
  return take(movedInTree(document.peek(), current(), direction), texts.peek().editor.movedTo);
}

export function wrap(direction: 'row' | 'column'): boolean {
  return take(wrapped(document.peek(), current(), direction), texts.peek().editor.wrapped);
}

export function unwrap(): boolean {
  return take(unwrapped(document.peek(), current()), texts.peek().editor.unwrapped);
}

/** Changes what the selected node says of itself; undefined: it says it no more. */
export function put(property: string, value: Json | undefined, kind = ''): boolean {
  return editDocument(withValue(document.peek(), [...current(), property], value), kind);
}

/** Changes a property of the selected node while it is typed. A run of such changes is undone together. */
export function putTyped(property: string, value: Json | undefined): boolean {
  return put(property, value, `type ${pointerOf(current())}/${property}`);
}

/** Makes the selected node one of another kind. */
export function become(kind: string): boolean {
  return editDocument(withKind(document.peek(), current(), kind, schema.peek()));
}

/** Lets the selected node show something, and declares the data that it needs. */
export function show(property: string, { shows, needs }: Offer): boolean {
  return editDocument(withValue(withNeeds(document.peek(), needs), [...current(), property], shows));
}

/** How large a node is drawn, and what is round it; undefined: it is not drawn. */
export function drawnSize(path: Path): DrawnSize | undefined {
  const own = boxOf(boxes.peek(), pointerOf(path));
  const panel = device.peek();
  if (!own || !panel) return undefined;
  const around = placeIn(path);
  const outer = around && boxOf(boxes.peek(), pointerOf(around.container));
  return { own, around: outer ?? panel, dpi: panel.dpi.value };
}

/** Makes a node so many px wide or high. */
export function resize(path: Path, side: Side, px: number, kind: string): void {
  const size = drawnSize(path);
  if (size) editDocument(resized(document.peek(), path, side, px, size), kind);
}

export function step(side: Side, direction: 1 | -1): boolean {
  const path = current();
  const size = drawnSize(path);
  if (!size || !editDocument(stepped(document.peek(), path, side, direction, size), `step ${side} ${pointerOf(path)}`))
    return false;
  const now = valueAt(document.peek(), [...path, side]);
  say(texts.peek().editor.sizeSaid[side](typeof now === 'number' ? `${now} px` : plainText(now ?? '')));
  return true;
}

export function nudge(axis: 'x' | 'y', by: 1 | -1): boolean {
  const path = current();
  return editDocument(nudged(document.peek(), path, axis, by));
}

/** Selects what is round the selected node; the layout itself round a root. */
export function selectParent(): void {
  const around = placeIn(current());
  select(around ? around.container : null);
}

export function undoStep(): void {
  if (undo()) say(texts.peek().editor.undone);
}

export function redoStep(): void {
  if (redo()) say(texts.peek().editor.redone);
}
