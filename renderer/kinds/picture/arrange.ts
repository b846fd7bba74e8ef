import { hash } from 'node:crypto';
import type { Device } from '../../../devices/index.js';
import type { InkPicture } from '../../drawing/marks.js';
import { type Meter, workCosts } from '../../limits.js';
import type { Pictures } from '../../pictures/decode.js';
import { type Mixture, mixtureOf } from '../../pictures/mixture.js';
import { ditherPicture } from '../../pictures/dither.js';
import { paleWarnings } from '../../pictures/pale.js';
import { offset, sideOf } from '../../shapes/align.js';
import { always, type Arrangement, nothing, shapingOf, turned } from '../../slots/arranged.js';
import type { Slot } from '../../slots/slot.js';
import { suggestion } from '../../suggestion.js';
import type { Fill } from '../../slots/filled.js';
import type { NodeDrawing } from '../../slots/kind.js';
import { isNamed, type PictureNode } from './schema.js';
import { getOrInsert } from '../../get-or-insert.js';

export const picture: NodeDrawing<PictureNode> = {
  arranging({ pictures, meter, filled }) {
    const arrange = createPictureArranger(pictures, meter);
    return (node, slot, device) =>
      isNamed(node)
        ? filled(
            slot,
            namedPicture(slot, (source) => arrange(node, slot, device, source)),
          )
        : always(turned(arrange(node, slot, device), slot));
  },
};

/**
 * Arranges the picture of a data URI in the inks of the panel. A picture smaller than its slot is centred, unless the
 * layout aligns it. Each is dithered once for all locales and conditions, since that can take half a second.
 */
function createPictureArranger(
  pictures: Pictures,
  meter: Meter,
): (node: PictureNode, slot: Slot, device: Device, source?: string) => Arrangement {
  const ditheredPictures = new WeakMap<PictureNode, Map<string, InkPicture>>();
  const mixtures = new WeakMap<Device, Mixture>();

  /** Computed once per panel, in 20 ms for six inks, and charged to no label. */
  function mixtureFor(device: Device): Mixture {
    return getOrInsert(mixtures, device, () => mixtureOf(device.inks.map((ink) => ink.measured)));
  }

  function dithered(node: PictureNode, source: string, width: number, height: number, device: Device): InkPicture {
    const ofNode = getOrInsert(ditheredPictures, node, () => new Map<string, InkPicture>());
    const key = `${device.id} ${width} ${height} ${source === node.source ? '' : hash('sha256', source)}`;
    return getOrInsert(ofNode, key, () => {
      const { fit = 'contain', dither = 'floyd-steinberg' } = node;
      const measured = device.inks.map((ink) => ink.measured);
      const opened = pictures.open(source);
      const decoding = opened.decoded ? 0 : workCosts.decoded;
      const drawing = width * height * workCosts.dithered;
      meter.charge((opened.pixels * (decoding + workCosts.resampled) + drawing) / 1000);
      const options = { width, height, fit, dither };
      return ditherPicture(opened.decode(), options, measured, () => mixtureFor(device));
    });
  }

  return (node, slot, device, source = node.source) => {
    const { area, rtl } = slot;
    const { x, y, width, height } = area;
    if (width === 0 || height === 0) return nothing;
    meter.charge(shapingOf(slot));
    const { align = 'center', valign = 'middle' } = node;
    const picture = dithered(node, source, width, height, device);
    const left = x + offset(sideOf(align, rtl), width - picture.width);
    const top = y + offset(valign, height - picture.height);
    return { marks: [{ kind: 'picture', x: left, y: top, picture }], warnings: paleWarnings(picture) };
  };
}

/** Arranges the picture of the layout that a field names. */
function namedPicture(slot: Slot, arrange: (source: string) => Arrangement): Fill {
  const { pictures = {} } = slot.shared;
  return {
    arrange(name, field) {
      if (Object.hasOwn(pictures, name)) return arrange(pictures[name]!);
      const message = `The layout has no picture ${JSON.stringify(name)} for ${field}${suggestion(name, Object.keys(pictures))}`;
      return { marks: [], warnings: [{ code: 'PICTURE_UNKNOWN', field, message }] };
    },
  };
}
