import type { Device } from '../../../devices/index.js';
import { chooseInk } from '../../slots/inks.js';
import type { Slot } from '../../slots/slot.js';
import { createCache } from '../../cache.js';
import type { Warning } from '../../content.js';
import type { Mark } from '../../drawing/marks.js';
import { workCosts } from '../../limits.js';
import { offset, sideOf } from '../../shapes/align.js';
import { iconQuestion } from './schema.js';
import { drawIcon, iconNames, iconsIn, iconSizes } from '../../shapes/icons.js';
import type { Stencil } from '../../shapes/stencil.js';
import type { Fill } from '../../slots/filled.js';
import type { NodeDrawing } from '../../slots/kind.js';
import type { IconNode } from './schema.js';

/** The space between icons, as a share of their size. */
const gapShare = 1 / 6;

/** Bytes of cached icons: a shelf has the same few on many labels. */
const keptBytes = 1 << 18;

export const icon: NodeDrawing<IconNode> = {
  arranging({ meter, filled }) {
    const stencils = createCache(keptBytes).memo<string, Stencil>();
    const stencilOf = (name: string, size: number): Stencil => {
      const key = `${name} ${size}`;
      const stencil = stencils.get(key);
      if (stencil) return stencil;
      meter.charge(workCosts.icon + size * workCosts.iconRow);
      const icon = drawIcon(name, size);
      return stencils.set(key, icon, 200 + icon.bits.byteLength);
    };
    return (node, slot, device) => filled(slot, iconsOf(node, slot, device, stencilOf));
  },
};

/** Arranges icons in a row, all of one size, as large as their slot allows. */
function iconsOf(leaf: IconNode, slot: Slot, device: Device, stencilOf: (name: string, size: number) => Stencil): Fill {
  const { area, rtl, backdrop } = slot;
  const { ink, warnings } = chooseInk(leaf.ink, 'text', backdrop, device);
  const align = sideOf(leaf.align ?? 'center', rtl);
  return {
    arrange(text, field) {
      const names = [...new Set(iconsIn(text))];
      const known = names.filter((name) => iconNames.includes(name));
      const { size, gap, count } = rowOf(known.length, area.width, area.height);
      const wide = (i: number) => i * (size + gap);
      const left = area.x + offset(align, area.width - wide(count) + gap);
      const y = area.y + offset(leaf.valign ?? 'middle', area.height - size);
      const marks = known.slice(0, count).map((name, i): Mark => {
        const x = left + wide(rtl ? count - 1 - i : i);
        return { kind: 'stencil', x, y, ink, stencil: stencilOf(name, size) };
      });
      const unknown = names.filter((name) => !iconNames.includes(name));
      return {
        marks,
        warnings: [
          ...(count > 0 ? warnings : []),
          ...unknown.map((name) => unknownWarning(name, field)),
          ...hiddenWarnings(known.slice(count), field),
        ],
      };
    },
  };
}

/** The largest size at which all icons fit in a row; if not even the smallest fits, as many icons of that as fit. */
function rowOf(icons: number, width: number, height: number) {
  const { smallest, step } = iconSizes;
  const gapAt = (size: number) => Math.round(size * gapShare);
  const fits = (size: number) => size <= height && icons * (size + gapAt(size)) - gapAt(size) <= width;
  const most = Math.floor(Math.min(height, width) / step) * step;
  for (let size = most; size >= smallest; size -= step) if (fits(size)) return { size, gap: gapAt(size), count: icons };
  const gap = gapAt(smallest);
  const room = height < smallest ? 0 : Math.floor((width + gap) / (smallest + gap));
  return { size: smallest, gap, count: Math.min(icons, room) };
}

function unknownWarning(name: string, field: string): Warning {
  const message = `No icon is called "${name}"${iconQuestion(name)}; ${field} is shown without it`;
  return { code: 'ICON_UNKNOWN', field, message };
}

function hiddenWarnings(names: readonly string[], field: string): readonly Warning[] {
  if (names.length === 0) return [];
  const message = `The icons ${names.join(', ')} are not shown: the label has too little room for them`;
  return [{ code: 'FIELD_HIDDEN', field, message }];
}
