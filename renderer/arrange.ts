import type { Device } from '../devices/index.js';
import { offset } from './align.js';
import type { Boxes, LeafBox } from './boxes.js';
import { createCache } from './cache.js';
import type { Content, Warning } from './content.js';
import type { Drawing, Mark } from './drawing.js';
import type { Layout, LayoutInk, TextLeaf } from './layout.js';
import { createPriceFitter } from './price-box.js';
import { formatPrice } from './price.js';
import type { Ruler } from './ruler.js';
import { fontsFor } from './sizes.js';
import { compileTemplate, fieldOf } from './template.js';
import { fitText } from './text.js';

/** Bytes of arranged texts that are kept: unit, date and model line are the same on label after label. */
export const arrangedBytes = 4 << 20;

/**
 * Decides where each word of a label stands: content + layout + device → marks and warnings. Pure but for what it keeps.
 * @throws {PriceDoesNotFit} when a layout leaves the price too little room: a price is never clipped.
 */
export type Arrange = (content: Content, layout: Layout, device: Device) => Drawing;

interface Arranged {
  readonly marks: readonly Mark[];
  readonly warnings: readonly Warning[];
}

const nothing: Arranged = { marks: [], warnings: [] };

export function createArrange(ruler: Ruler, boxes: Boxes): Arrange {
  const fitPrice = createPriceFitter(ruler);
  const kept = createCache<Arranged>(arrangedBytes);

  function keep(boxId: number, text: string, arranged: Arranged): Arranged {
    let bytes = 300 + text.length * 2 + arranged.warnings.length * 600;
    // With its mark a word's shape is kept: some 0.6 em a letter wide and 1.2 em high, 8 pixels a byte.
    for (const mark of arranged.marks)
      bytes += 500 + (mark.kind === 'text' ? Math.ceil(0.09 * mark.font.size ** 2 * mark.text.length) : 0);
    return kept.set(boxId, text, arranged, bytes);
  }

  function arrangeLeaf(box: LeafBox, content: Content, device: Device): Arranged {
    const { leaf } = box;
    switch (leaf.type) {
      case 'line': {
        const { ink, warnings } = inkOf(leaf.ink, device);
        return { marks: [{ kind: 'fill', x: box.x, y: box.y, width: box.width, height: box.height, ink }], warnings };
      }
      case 'price': {
        const { ink, warnings } = inkOf(leaf.ink, device);
        return {
          marks: fitPrice(formatPrice(content.price, content.locale, content.currency), leaf, box, ink),
          warnings,
        };
      }
      case 'text': {
        const template = compileTemplate(leaf.text);
        const text = template.fill(content);
        if (text === undefined) return nothing;
        return (
          kept.get(box.id, text) ??
          keep(box.id, text, arrangeText(text, template.fields[0] ?? 'layout', leaf, box, device, ruler))
        );
      }
      default:
        return leaf satisfies never;
    }
  }

  return (content, layout, device) => {
    const marks: Mark[] = [];
    const warnings: Warning[] = [];
    for (const box of boxes(layout, device, (field) => fieldOf(content, field) !== '')) {
      const arranged = arrangeLeaf(box, content, device);
      marks.push(...arranged.marks);
      warnings.push(...arranged.warnings);
    }
    return { width: device.width, height: device.height, marks, warnings };
  };
}

function arrangeText(
  text: string,
  field: string,
  leaf: TextLeaf,
  box: LeafBox,
  device: Device,
  ruler: Ruler,
): Arranged {
  const { width, height } = box;
  const fitted = fitText(text, { width, height, lines: leaf.lines ?? 1, ...fontsFor(leaf, device, ruler) }, ruler);
  const { font, lines, ascent, descent, shown } = fitted;
  const { ink, warnings } = inkOf(leaf.ink, device);
  if (shown !== undefined) {
    const message = `${field} is too long for the label; it is shown as "${shown}"`;
    warnings.push({ code: 'TEXT_TRUNCATED', field, message, shown });
  } else if (fitted.shrunk) {
    const message = `${field} is drawn ${font.size} px high, smaller than the layout prefers, so that it fits`;
    warnings.push({ code: 'TEXT_SHRUNK', field, message, shown: text });
  }
  if (fitted.missing.length > 0) {
    const characters = [...new Set(fitted.missing)].join(' ');
    const message = `No font has ${characters}; a box stands for each in ${field}`;
    warnings.push({ code: 'GLYPH_MISSING', field, message, shown: characters });
  }
  const lineHeight = ascent + descent;
  const top = box.y + offset(leaf.valign ?? 'middle', height - lines.length * lineHeight) + ascent;
  const marks = lines.flatMap((line, i): Mark[] => {
    const x = box.x + offset(leaf.align ?? 'start', width - line.width);
    return line.words.map((word) => ({
      kind: 'text',
      x: x + word.x,
      y: top + i * lineHeight,
      ink,
      text: word.text,
      font,
    }));
  });
  return { marks, warnings };
}

/** The index of an ink; black, with a warning, where the panel lacks it. */
function inkOf(name: LayoutInk = 'black', device: Device): { ink: number; warnings: Warning[] } {
  const index = (wanted: string) => device.inks.findIndex((ink) => ink.name === wanted);
  const candidates = name === 'accent' ? ['red', 'yellow', 'black'] : [name];
  const ink = candidates.map(index).find((found) => found >= 0);
  if (ink !== undefined) return { ink, warnings: [] };
  const message = `The panel has no ${name} ink; black stands in`;
  return { ink: index('black'), warnings: [{ code: 'INK_UNAVAILABLE', field: 'layout', message, shown: 'black' }] };
}
