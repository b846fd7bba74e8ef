import { isObject, type Json, type Path, plainText, valueAt, withValue } from './json.js';
import {
  type UnitLength,
  lengthOf,
  pixelsOf,
  readLength,
  type Scale,
  type LengthUnit,
  writeLength,
} from './lengths.js';
import { isContainer, isStacked, type LayoutDocument, placeIn } from './nodes.js';

export type Side = 'width' | 'height';

/** The drawn size of a node and of its container, in px. */
export interface DrawnSizes {
  readonly own: Readonly<Record<Side, number>>;
  readonly around: Readonly<Record<Side, number>>;
  readonly dpi: number;
}

/** The step of a key, by unit. */
const steps: Readonly<Record<LengthUnit, number>> = { px: 1, mm: 0.5, '%': 1 };

/** The size in the document, or the drawn one in percent of the container. */
export function sizeOf(document: LayoutDocument, path: Path, side: Side, drawn: DrawnSizes): UnitLength {
  return readLength(valueAt(document, [...path, side])) ?? lengthOf(drawn.own[side], '%', scaleFor(drawn, side));
}

export function scaleFor({ around, dpi }: DrawnSizes, side: Side): Scale {
  return { whole: around[side], dpi };
}

/** Sets a size in px, in the unit that it has. */
export function resized(document: LayoutDocument, path: Path, side: Side, px: number, drawn: DrawnSizes) {
  const { unit } = sizeOf(document, path, side, drawn);
  return sized(document, path, side, lengthOf(Math.max(1, px), unit, scaleFor(drawn, side)));
}

export function stepped(document: LayoutDocument, path: Path, side: Side, direction: 1 | -1, drawn: DrawnSizes) {
  const now = sizeOf(document, path, side, drawn);
  const next = { ...now, value: Math.max(0, now.value + direction * steps[now.unit]) };
  return pixelsOf(next, scaleFor(drawn, side)) < 1 ? document : sized(document, path, side, next);
}

/** A fixed size along the main axis excludes `grow`. */
function sized(document: LayoutDocument, path: Path, side: Side, length: UnitLength): LayoutDocument {
  const changed = withValue(document, [...path, side], writeLength(length));
  return side === mainSide(document, path) ? withValue(changed, [...path, 'grow'], undefined) : changed;
}

/** The main axis of a node's container; null: none. */
export function mainSide(document: LayoutDocument, path: Path): Side | null {
  const around = placeIn(path);
  const container = around ? valueAt(document, around.container) : undefined;
  if (!isObject(container) || isStacked(container)) return null;
  return container.direction === 'row' ? 'width' : 'height';
}

const sides = ['start', 'center', 'end'] as const;
const heights = ['top', 'middle', 'bottom'] as const;

/** Moves the content of a node by one alignment: a text in its box, the children of a box. */
export function nudged(document: LayoutDocument, path: Path, axis: 'x' | 'y', by: 1 | -1): LayoutDocument {
  const node = valueAt(document, path);
  if (!isObject(node)) return document;
  const [property, values, first] = aligning(node, axis);
  const now = values.indexOf(plainText(node[property] ?? first));
  const next = values[Math.max(0, Math.min(values.length - 1, (now < 0 ? 0 : now) + by))]!;
  return next === (node[property] ?? first) ? document : withValue(document, [...path, property], next);
}

/** Moves the contents of nodes to one side. @param place 0: the start or top, 1: the middle, 2: the end or bottom */
export function aligned(document: LayoutDocument, paths: readonly Path[], axis: 'x' | 'y', place: number) {
  return paths.reduce((rest, path) => {
    const node = valueAt(rest, path);
    if (!isObject(node)) return rest;
    const [property, values] = aligning(node, axis);
    return withValue(rest, [...path, property], values[place]);
  }, document);
}

/** Gives nodes equal shares of their containers, instead of sizes. */
export function sharedOut(document: LayoutDocument, paths: readonly Path[]): LayoutDocument {
  return paths.reduce((rest, path) => {
    const side = mainSide(rest, path);
    return side ? withValue(withValue(rest, [...path, side], undefined), [...path, 'grow'], 1) : rest;
  }, document);
}

function aligning(node: Readonly<Record<string, Json>>, axis: 'x' | 'y'): [string, readonly string[], string] {
  if (!isContainer(node)) return axis === 'x' ? ['align', sides, 'start'] : ['valign', heights, 'middle'];
  const isAlong = isStacked(node) ? axis === 'y' : (node.direction === 'row') === (axis === 'x');
  return [isAlong ? 'justify' : 'align', sides, 'start'];
}

/**
 * Draws a dragged edge to the nearest edge of another box within reach, else to a whole number of steps from `from`.
 * @param step such as half a millimetre in px
 * @returns the position, and the edge that is there
 */
export function snapped(at: number, edges: readonly number[], from: number, step: number, reach: number) {
  const nearest = edges.reduce<number | null>((best, edge) => {
    const isNearer = best === null || Math.abs(edge - at) < Math.abs(best - at);
    return Math.abs(edge - at) <= reach && isNearer ? edge : best;
  }, null);
  if (nearest !== null) return { at: nearest, guide: nearest };
  return { at: from + Math.round((at - from) / step) * step, guide: null };
}
