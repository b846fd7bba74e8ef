import { batch } from '@preact/signals';
import type { DeviceView } from '../../../../http/answers.js';
import { boxOf } from '../../../state/layout/drop.js';
import type { GapMend } from '../../../state/gaps.js';
import { type Json, type Path, plainText, pointerOf, valueAt, withValue } from '../../../state/layout/json.js';
import { withKind } from '../../../state/layout/kinds.js';
import {
  type Direction,
  duplicated,
  type DropGap,
  gapAfter,
  inserted,
  isRow,
  type Moved,
  moved,
  movedInTree,
  removed,
  unwrapped,
  wrapped,
} from '../../../state/layout/moves.js';
import { pixelsOf, readLength, type Scale } from '../../../state/layout/lengths.js';
import { type LayoutNode, placeIn, treeRows } from '../../../state/layout/nodes.js';
import { needsOf, newNode, type Offer, type PaletteKind, withNeeds } from '../../../state/layout/offers.js';
import {
  aligned,
  type DrawnSizes as DrawnSize,
  nudged,
  resized,
  sharedOut,
  type Side,
  stepped,
} from '../../../state/layout/sizing.js';
import { texts } from '../../../texts/index.js';
import { nameOf } from '../names.js';
import { document, editDocument, step as stepHistory } from './document.js';
import { boxes } from './drawing.js';
import { announcement, choosingPicture, chosen, device, reselect, root, schema, select, selected } from './state.js';

/** The user's actions on the document. Each reports its effect to screen readers. */

function say(words: string): void {
  // Screen readers ignore a text that does not change.
  announcement.value = announcement.peek() === words ? `${words}\u00a0` : words;
}

function take(next: Moved | null, words: (values: { readonly name: string }) => string): boolean {
  if (!next || !editDocument(next.document)) return false;
  const { path, count = 1 } = next;
  select(
    path,
    Array.from({ length: count - 1 }, (_, i) => path.with(-1, Number(path.at(-1)) + i + 1)),
  );
  say(words({ name: count > 1 ? texts.peek().editor.boxes({ count }) : nameAt(path) }));
  return true;
}

function nameAt(path: Path): string {
  return nameOf(valueAt(document.peek(), path));
}

const current = (): Path => selected.peek() ?? root.peek();

/** Adds nodes with the data fields that they show. */
export function add(gap: DropGap, ...nodes: readonly LayoutNode[]): boolean {
  const declared = nodes.reduce((rest, node) => withNeeds(rest, needsOf(node)), document.peek());
  return take(inserted(declared, gap, ...nodes), texts.peek().editor.added);
}

/** @param more such as the file of a picture */
export function addKind(kind: PaletteKind | 'icon', to?: DropGap, more: LayoutNode = {}): boolean {
  const gap = to ?? gapAfter(document.peek(), current());
  const container = valueAt(document.peek(), gap.container);
  const inRow = gap.beside ? gap.beside === 'row' : isRow(document.peek(), gap.container);
  return add(gap, { ...newNode(kind, document.peek(), inRow, container), ...more });
}

/** Adds a node after the selection, or in it; for a picture, its file is chosen first. */
export function pressKind(kind: PaletteKind): void {
  if (kind === 'picture') choosingPicture.value = { gap: undefined };
  else addKind(kind);
}

export function remove(): boolean {
  const paths = chosen.peek();
  const { editor } = texts.peek();
  const name = paths.length > 1 ? editor.boxes({ count: paths.length }) : nameAt(current());
  // From the last on, as removing one shifts those after it.
  const left = paths.reduceRight<Moved | null>(
    (rest, path) => removed(rest?.document ?? document.peek(), path) ?? rest,
    null,
  );
  return take(left, () => editor.removed({ name }));
}

export function duplicate(): boolean {
  return take(duplicated(document.peek(), chosen.peek()), texts.peek().editor.added);
}

export function moveTo(from: readonly Path[], to: DropGap): boolean {
  return take(moved(document.peek(), from, to), texts.peek().editor.movedTo);
}

export function moveInTree(direction: Direction): boolean {
  return take(movedInTree(document.peek(), chosen.peek(), direction), texts.peek().editor.movedTo);
}

export function wrap(direction: 'row' | 'column'): boolean {
  return take(wrapped(document.peek(), chosen.peek(), direction), texts.peek().editor.wrapped);
}

export function unwrap(): boolean {
  return take(unwrapped(document.peek(), current()), texts.peek().editor.unwrapped);
}

/** Sets a property of the selected node; undefined removes it. */
export function put(property: string, value: Json | undefined, kind = ''): boolean {
  return editDocument(withValue(document.peek(), [...current(), property], value), kind);
}

/** The same while the user types. A run of such changes is one step to undo. */
export function putTyped(property: string, value: Json | undefined): boolean {
  return put(property, value, `type ${pointerOf(current())}/${property}`);
}

export function become(kind: string): boolean {
  return editDocument(withKind(document.peek(), current(), kind, schema.peek()));
}

/** Sets a property to an offer, and declares its data fields. */
export function show(property: string, { shows, needs }: Offer): boolean {
  return editDocument(withValue(withNeeds(document.peek(), needs), [...current(), property], shows));
}

/** The scale of lengths that are not shares of a container. */
export function panelScale({ width, height, dpi }: DeviceView): Scale {
  return { whole: Math.min(height, 0.8 * width), dpi: dpi.value };
}

/** The drawn size of a node and of its surroundings; undefined: it is not drawn. */
export function drawnSize(path: Path): DrawnSize | undefined {
  const own = boxOf(boxes.peek(), pointerOf(path));
  const panel = device.peek();
  if (!own || !panel) return undefined;
  const around = placeIn(path);
  const outer = (around && boxOf(boxes.peek(), pointerOf(around.container))) ?? panel;
  const scale = panelScale(panel);
  const padding = readLength(around ? valueAt(document.peek(), [...around.container, 'padding']) : undefined);
  const both = padding ? 2 * Math.round(pixelsOf(padding, scale)) : 0;
  // Shares are of the room inside.
  return { own, around: { width: outer.width - both, height: outer.height - both }, dpi: scale.dpi };
}

export function resize(path: Path, side: Side, px: number, kind: string): void {
  const size = drawnSize(path);
  if (size) editDocument(resized(document.peek(), path, side, px, size), kind);
}

/** @param name of its node */
export function mendWords({ side, mm }: GapMend, name: string): string {
  const { lower, higher, narrower, wider } = texts.value.editor.mend;
  const [less, more] = side === 'height' ? [lower, higher] : [narrower, wider];
  return (mm < 0 ? less : more)({ name, mm: Math.abs(mm) });
}

/** Makes room for a node that is left blank. */
export function takeMend(mend: GapMend): boolean {
  if (!editDocument(mend.document)) return false;
  say(mendWords(mend, nameAt(mend.path)));
  return true;
}

export function step(side: Side, direction: 1 | -1): boolean {
  const path = current();
  const size = drawnSize(path);
  if (!size || !editDocument(stepped(document.peek(), path, side, direction, size), `step ${side} ${pointerOf(path)}`))
    return false;
  const now = valueAt(document.peek(), [...path, side]);
  say(texts.peek().editor.sizeSaid[side]({ size: typeof now === 'number' ? `${now} px` : plainText(now ?? '') }));
  return true;
}

export function nudge(axis: 'x' | 'y', by: 1 | -1): boolean {
  const path = current();
  return editDocument(nudged(document.peek(), path, axis, by));
}

/** Aligns the contents of the selected nodes; see {@link aligned}. */
export function align(axis: 'x' | 'y', place: number): boolean {
  return editDocument(aligned(document.peek(), chosen.peek(), axis, place));
}

export function shareOut(): boolean {
  return editDocument(sharedOut(document.peek(), chosen.peek()));
}

/** Selects the container of the selected node; for a root, the layout. */
export function selectParent(): void {
  const around = placeIn(current());
  select(around ? around.container : null);
}

/** Selects the nodes directly in the root. */
export function selectAll(): void {
  const [whole, ...rows] = treeRows(document.peek(), root.peek());
  const [first, ...others] = rows.filter(({ parent }) => parent === whole?.pointer).map(({ path }) => path);
  if (first) select(first, others);
}

const stepper = (way: 'undo' | 'redo', said: 'undone' | 'redone') => (): void => {
  batch(() => {
    if (!stepHistory(way)) return;
    reselect();
    say(texts.peek().editor[said]);
  });
};
export const undoStep = stepper('undo', 'undone');
export const redoStep = stepper('redo', 'redone');
