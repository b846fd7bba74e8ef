import type { Device } from '../devices/index.js';
import type { FaceName } from '../fonts/index.js';
import { offset } from './align.js';
import { type Boxes, type LeafBox, toPixels } from './boxes.js';
import type { Content, Warning } from './content.js';
import type { Drawing, Mark } from './drawing.js';
import type { Layout, LayoutInk, TextLeaf } from './layout.js';
import { fitPrice } from './price-box.js';
import { formatPrice } from './price.js';
import type { Font, Ruler } from './ruler.js';
import { fitText } from './text.js';

/**
 * Decides where each word of a label stands: content + layout + device → marks and warnings. Pure.
 * @throws {PriceDoesNotFit} when a layout leaves the price too little room: a price is never clipped.
 */
export function arrange(content: Content, layout: Layout, device: Device, ruler: Ruler, boxes: Boxes): Drawing {
  const marks: Mark[] = [];
  const warnings: Warning[] = [];
  for (const box of boxes(layout, device, (field) => fieldOf(content, field) !== '')) {
    const { leaf } = box;
    switch (leaf.type) {
      case 'line':
        marks.push({
          kind: 'fill',
          x: box.x,
          y: box.y,
          width: box.width,
          height: box.height,
          ink: inkOf(leaf.ink, device, warnings),
        });
        break;
      case 'price':
        marks.push(
          ...fitPrice(
            formatPrice(content.price, content.locale, content.currency),
            { ...box, ...leafAlign(leaf) },
            inkOf(leaf.ink, device, warnings),
            ruler,
          ),
        );
        break;
      case 'text':
        marks.push(...arrangeText(leaf, box, content, device, ruler, warnings));
        break;
      default:
        leaf satisfies never;
    }
  }
  return { width: device.width, height: device.height, marks, warnings };
}

const placeholder = /\{([a-z_]+(?:\.[a-z0-9_]+)?)\}/g;

/** The value of a field as a layout names it: "price", "data.origin". Empty when there is none. */
function fieldOf(content: Content, field: string): string {
  if (field.startsWith('data.')) {
    const key = field.slice('data.'.length);
    return Object.hasOwn(content.data, key) ? content.data[key]! : '';
  }
  const value = Object.hasOwn(content, field) ? content[field as keyof Content] : '';
  return typeof value === 'string' ? value : '';
}

function leafAlign({ align = 'start', valign = 'middle' }: Pick<TextLeaf, 'align' | 'valign'>) {
  return { align, valign };
}

function arrangeText(
  leaf: TextLeaf,
  box: LeafBox,
  content: Content,
  device: Device,
  ruler: Ruler,
  warnings: Warning[],
): Mark[] {
  const fields = Array.from(leaf.text.matchAll(placeholder), ([, name]) => name!);
  if (fields.length > 0 && fields.every((name) => fieldOf(content, name) === '')) return [];
  const text = leaf.text.replace(placeholder, (_, name: string) => fieldOf(content, name));
  const fitted = fitText(
    text,
    { width: box.width, height: box.height, lines: leaf.lines ?? 1, fonts: fontsOf(leaf, device, ruler) },
    ruler,
  );
  const field = fields[0] ?? 'layout';
  const { font, lines, ascent, descent, shown, missing } = fitted;
  if (shown !== undefined)
    warnings.push({
      code: 'TEXT_TRUNCATED',
      field,
      message: `${field} is too long for the label; it is shown as "${shown}"`,
      shown,
    });
  else if (fitted.shrunk)
    warnings.push({
      code: 'TEXT_SHRUNK',
      field,
      message: `${field} is drawn ${font.size} px high, smaller than the layout prefers, so that it fits`,
      shown: text,
    });
  if (missing.length > 0) {
    const characters = [...new Set(missing)].join(' ');
    warnings.push({
      code: 'GLYPH_MISSING',
      field,
      message: `No font has ${characters}; a box stands for each in ${field}`,
      shown: characters,
    });
  }
  const ink = inkOf(leaf.ink, device, warnings);
  const { align, valign } = leafAlign(leaf);
  const top = box.y + offset(valign, box.height - lines.length * (ascent + descent));
  return lines.flatMap((line, i) => {
    const x = box.x + offset(align, box.width - line.width);
    const y = top + i * (ascent + descent) + ascent;
    return line.words.map((word) => ({ kind: 'text' as const, x: x + word.x, y, ink, text: word.text, font }));
  });
}

/** The fonts to try, from the preferred size down to the floor: the sizes that the face has in between. */
function fontsOf(leaf: TextLeaf, device: Device, ruler: Ruler): readonly Font[] {
  const face: FaceName = leaf.weight ?? 'regular';
  const sizes = ruler.sizes(face);
  const [preferred, floor] = [leaf.size.preferred, leaf.size.floor].map((length) =>
    toPixels(length, device, device.height),
  );
  const usable = sizes.filter((size) => size <= preferred! && size >= Math.min(floor!, preferred!));
  const fallback = sizes.findLast((size) => size <= preferred!) ?? sizes[0]!;
  return (usable.length > 0 ? usable.reverse() : [fallback]).map((size) => ({ face, size }));
}

/** The index of an ink; black, with a warning, where the panel lacks it. */
function inkOf(name: LayoutInk = 'black', device: Device, warnings: Warning[]): number {
  const index = (wanted: string) => device.inks.findIndex((ink) => ink.name === wanted);
  if (name === 'accent') return ['red', 'yellow', 'black'].map(index).find((found) => found >= 0)!;
  const found = index(name);
  if (found >= 0) return found;
  warnings.push({
    code: 'INK_UNAVAILABLE',
    field: 'layout',
    message: `The panel has no ${name} ink; black stands in`,
    shown: 'black',
  });
  return index('black');
}
