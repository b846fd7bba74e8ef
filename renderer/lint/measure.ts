import type { Device, InkName } from '../../devices/index.js';
import type { Mark } from '../drawing/marks.js';
import type { DrawnKind } from '../layout/document.js';
import { fieldsIn } from '../layout/node-texts.js';
import type { NodePointers } from '../layout/pointers.js';
import { thicknessOf } from '../price/strike.js';
import type { Rectangle } from '../shapes/rectangle.js';
import type { Arrangement } from '../slots/arranged.js';
import type { Turn } from '../shapes/turn.js';
import type { Slot } from '../slots/slot.js';
import type { Word } from '../text/ruler.js';
import { createHeights, type Heights, type ShapeSource } from './heights.js';
import { inkOf } from './ink.js';
import { firstRun, leastRun } from './runs.js';

/** What is drawn in a box, measured on its pixels. */
export interface MeasuredBox extends Rectangle {
  readonly kind: DrawnKind;
  /** The fields that it shows, named as in warnings; empty for words of the layout. */
  readonly fields: readonly string[];
  readonly pointers: NodePointers | undefined;
  /** The words that are drawn, in drawing order. */
  readonly words: readonly string[];
  /** The bounds of its ink. */
  readonly ink: Rectangle;
  readonly colour: InkName;
  readonly ground: InkName;
  /** The smallest and the largest font in px. */
  readonly font: { readonly least: number; readonly most: number };
  readonly heights: Heights;
  /** Set for a price whose cents are raised: the height of their digits in px. */
  readonly cents: number | undefined;
  /** The thickness of the line through it in px; 0: none. */
  readonly struck: number;
  /** Set for a barcode or QR code that is drawn: its bars or modules, without the digits below. */
  readonly symbol: MeasuredSymbol | undefined;
}

/** The bars or modules of a code. */
export interface MeasuredSymbol {
  readonly bounds: Rectangle;
  /** The width of a module in px. */
  readonly module: number;
  /** Whether the bars lie on their side. */
  readonly turned: boolean;
}

/** A slot and what is drawn in it. */
export interface FilledSlot {
  readonly slot: Slot;
  readonly arrangement: Arrangement;
}

/**
 * Measures the boxes of a label that draw something.
 * @param pointers is called for a box that is not cached
 */
export type Measure = (filled: readonly FilledSlot[], device: Device, pointers: Pointers) => readonly MeasuredBox[];
type Pointers = () => ReadonlyMap<Slot['node'], NodePointers>;

/** Measures a box once for each of its contents, as long as the arranged content is cached. */
export function createMeasure(shapes: ShapeSource): Measure {
  const heightsOf = createHeights(shapes);
  const cached = new WeakMap<Slot, WeakMap<Arrangement, MeasuredBox>>();
  return (filled, device, pointers) => {
    const boxes: MeasuredBox[] = [];
    for (const { slot, arrangement } of filled) {
      if (arrangement.marks.length === 0) continue;
      let ofSlot = cached.get(slot);
      if (!ofSlot) cached.set(slot, (ofSlot = new WeakMap<Arrangement, MeasuredBox>()));
      let box = ofSlot.get(arrangement);
      if (!box) ofSlot.set(arrangement, (box = measureBox(slot, arrangement.marks, device, pointers)));
      boxes.push(box);
    }
    return boxes;
  };

  function measureBox(slot: Slot, marks: readonly Mark[], device: Device, pointers: Pointers): MeasuredBox {
    const { node, x, y, width, height, backdrop } = slot;
    const words: Word[] = [];
    for (const mark of marks) if (mark.kind === 'text') words.push(mark.word);
    const sizes = words.map(({ font }) => font.size);
    const heights = words.map(heightsOf);
    return {
      kind: node.type,
      fields: [...new Set(fieldsIn(node, slot.template))],
      pointers: pointers().get(node),
      words: words.map(({ text }) => text),
      x,
      y,
      width,
      height,
      ink: inkOf(marks, shapes),
      colour: device.inks[inkIndexOf(marks, backdrop)]!.name,
      ground: device.inks[backdrop]!.name,
      font: { least: Math.min(...sizes), most: Math.max(0, ...sizes) },
      heights: allHeights(heights),
      cents: node.type === 'price' ? centsOf(heights) : undefined,
      struck:
        node.type === 'price' && marks.some(({ kind }) => kind === 'stencil') ? thicknessOf(Math.max(...sizes)) : 0,
      symbol: node.type === 'barcode' || node.type === 'qr' ? symbolOf(marks, node.type, slot.turn) : undefined,
    };
  }
}

function symbolOf(marks: readonly Mark[], kind: 'barcode' | 'qr', turn: Turn): MeasuredSymbol | undefined {
  const stencils = marks.filter((mark) => mark.kind === 'stencil');
  const first = stencils[0];
  if (!first) return undefined;
  const left = Math.min(...stencils.map(({ x }) => x));
  const top = Math.min(...stencils.map(({ y }) => y));
  const right = Math.max(...stencils.map(({ x, stencil }) => x + stencil.width));
  const bottom = Math.max(...stencils.map(({ y, stencil }) => y + stencil.height));
  const turned = turn % 2 === 1;
  // The first row of a QR code begins with the seven modules of a finder pattern.
  const module = kind === 'qr' ? firstRun(first.stencil, turned) / 7 : leastRun(first.stencil, turned);
  return { bounds: { x: left, y: top, width: right - left, height: bottom - top }, module, turned };
}

/** The ink of a box: that of its words if it has any. */
function inkIndexOf(marks: readonly Mark[], backdrop: number): number {
  const mark = marks.find(({ kind }) => kind === 'text') ?? marks.find(({ kind }) => kind !== 'picture');
  return mark && mark.kind !== 'picture' ? mark.ink : backdrop;
}

function allHeights(heights: readonly Heights[]): Heights {
  const least = (of: (one: Heights) => number) => {
    let result = 0;
    for (const one of heights) if (of(one) > 0) result = result === 0 ? of(one) : Math.min(result, of(one));
    return result;
  };
  return {
    digit: heights.reduce((most, { digit }) => Math.max(most, digit), 0),
    xHeight: least(({ xHeight }) => xHeight),
    capHeight: least(({ capHeight }) => capHeight),
    body: least(({ body }) => body),
    stroke: least(({ stroke }) => stroke),
  };
}

/** The height of the lowest digits, if some are higher. */
function centsOf(heights: readonly Heights[]): number | undefined {
  const digits = heights.map(({ digit }) => digit).filter((height) => height > 0);
  const [least, most] = [Math.min(...digits), Math.max(...digits)];
  return digits.length > 1 && least < most ? least : undefined;
}
