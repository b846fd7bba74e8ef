import type { Device, InkName } from '../../devices/index.js';
import type { Mark } from '../drawing/marks.js';
import type { DrawnKind } from '../layout/document.js';
import { fieldsIn } from '../layout/node-texts.js';
import type { NodePointers } from '../layout/pointers.js';
import { thicknessOf } from '../price/strike.js';
import type { Rectangle } from '../shapes/rectangle.js';
import type { Arrangement } from '../slots/arranged.js';
import type { QuarterTurns } from '../shapes/turn.js';
import type { Slot } from '../slots/slot.js';
import type { Word } from '../text/ruler.js';
import { createHeights, type TextHeights, type HeightsOf, type ShapeSource } from './heights.js';
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
  readonly heights: TextHeights;
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

export interface FilledSlot {
  readonly slot: Slot;
  readonly arrangement: Arrangement;
}

/** Called for a box that is not cached. */
type Pointers = () => ReadonlyMap<Slot['node'], NodePointers>;

/** What all contents of a slot share. */
interface SlotFacts {
  readonly slot: Slot;
  readonly fields: readonly string[];
  readonly pointers: NodePointers | undefined;
  readonly ground: InkName;
  readonly inks: readonly { readonly name: InkName }[];
}

/** A slot and its last box: date, unit and names of programmes repeat from label to label. */
interface LastBox {
  readonly facts: SlotFacts;
  arrangement: Arrangement;
  box: MeasuredBox;
}

/** Measures the boxes of labels that draw something. */
export function createMeasure(shapes: ShapeSource) {
  const heightsOf = createHeights(shapes);
  const last = new WeakMap<Slot, LastBox>();
  return (filled: readonly FilledSlot[], device: Device, pointers: Pointers): readonly MeasuredBox[] => {
    const boxes: MeasuredBox[] = [];
    for (const { slot, arrangement } of filled) {
      if (arrangement.marks.length === 0) continue;
      let known = last.get(slot);
      if (!known) {
        const facts = factsOf(slot, device, pointers());
        last.set(
          slot,
          (known = { facts, arrangement, box: new Measured(facts, arrangement.marks, shapes, heightsOf) }),
        );
      } else if (known.arrangement !== arrangement) {
        known.arrangement = arrangement;
        known.box = new Measured(known.facts, arrangement.marks, shapes, heightsOf);
      }
      boxes.push(known.box);
    }
    return boxes;
  };
}

function factsOf(slot: Slot, { inks }: Device, pointers: ReturnType<Pointers>): SlotFacts {
  const { node, template, backdrop } = slot;
  const fields = [...new Set(fieldsIn(node, template))];
  return { slot, fields, pointers: pointers.get(node), ground: inks[backdrop]!.name, inks };
}

/** Measures what a rule reads, when it reads it. */
class Measured implements MeasuredBox {
  readonly kind: DrawnKind;
  readonly fields: readonly string[];
  readonly pointers: NodePointers | undefined;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly ground: InkName;
  #ink: Rectangle | undefined;
  #heights: TextHeights | undefined;
  #text: readonly Word[] | undefined;

  constructor(
    private readonly facts: SlotFacts,
    private readonly marks: readonly Mark[],
    private readonly shapes: ShapeSource,
    private readonly heightsOf: HeightsOf,
  ) {
    const { slot, fields, pointers, ground } = facts;
    this.kind = slot.node.type;
    this.fields = fields;
    this.pointers = pointers;
    this.x = slot.x;
    this.y = slot.y;
    this.width = slot.width;
    this.height = slot.height;
    this.ground = ground;
  }

  private get text(): readonly Word[] {
    return (this.#text ??= this.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.word] : [])));
  }

  get words(): readonly string[] {
    return this.text.map(({ text }) => text);
  }

  get ink(): Rectangle {
    return (this.#ink ??= inkOf(this.marks, this.shapes));
  }

  get colour(): InkName {
    const { slot, inks } = this.facts;
    return inks[inkIndexOf(this.marks, slot.backdrop)]!.name;
  }

  get font(): MeasuredBox['font'] {
    const sizes = this.text.map(({ font }) => font.size);
    return { least: Math.min(...sizes), most: Math.max(0, ...sizes) };
  }

  get heights(): TextHeights {
    return (this.#heights ??= allHeights(this.text.map(this.heightsOf)));
  }

  get cents(): number | undefined {
    return this.kind === 'price' ? centsOf(this.text.map(this.heightsOf)) : undefined;
  }

  get struck(): number {
    const hasLine = this.kind === 'price' && this.marks.some(({ kind }) => kind === 'stencil');
    return hasLine ? thicknessOf(this.font.most) : 0;
  }

  get symbol(): MeasuredSymbol | undefined {
    const { kind } = this;
    return kind === 'barcode' || kind === 'qr' ? symbolOf(this.marks, kind, this.facts.slot.turn) : undefined;
  }
}

function symbolOf(marks: readonly Mark[], kind: 'barcode' | 'qr', turn: QuarterTurns): MeasuredSymbol | undefined {
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

function allHeights(all: readonly TextHeights[]): TextHeights {
  let [digit, xHeight, capHeight, body, stroke] = [0, 0, 0, 0, 0];
  for (const heights of all) {
    digit = Math.max(digit, heights.digit);
    xHeight = leastOf(xHeight, heights.xHeight);
    capHeight = leastOf(capHeight, heights.capHeight);
    body = leastOf(body, heights.body);
    stroke = leastOf(stroke, heights.stroke);
  }
  return { digit, xHeight, capHeight, body, stroke };
}

/** The smaller of two heights, of which 0 is none. */
function leastOf(a: number, b: number): number {
  return a === 0 || b === 0 ? a + b : Math.min(a, b);
}

/** The height of the lowest digits, if some are higher. */
function centsOf(heights: readonly TextHeights[]): number | undefined {
  const digits = heights.map(({ digit }) => digit).filter((height) => height > 0);
  const [least, most] = [Math.min(...digits), Math.max(...digits)];
  return digits.length > 1 && least < most ? least : undefined;
}
