import { hash } from 'node:crypto';
import type { Device } from '../../devices/index.js';
import type { InkPicture } from '../drawing/marks.js';
import type { PictureLeaf } from '../layout/document.js';
import { type Meter, workCosts } from '../limits.js';
import type { Pictures } from '../pictures/decode.js';
import { type Mixture, mixtureOf } from '../pictures/mixture.js';
import { ditherPicture } from '../pictures/dither.js';
import { offset, sideOf } from '../shapes/align.js';
import { type Arrangement, nothing, shapingOf } from './arranged.js';
import type { Slot } from '../boxes/slots.js';
import { suggestion } from '../layout/check/suggestion.js';
import type { Fill } from './filled.js';

/**
 * Arranges the picture of a data URI in the inks of the panel. A picture smaller than its slot is centred, unless the
 * layout aligns it. Each is dithered once for all locales and conditions, since that can take half a second.
 */
export function createPictureArranger(
  pictures: Pictures,
  meter: Meter,
): (leaf: PictureLeaf, slot: Slot, device: Device, source?: string) => Arrangement {
  const ditheredPictures = new WeakMap<PictureLeaf, Map<string, InkPicture>>();
  const mixtures = new WeakMap<Device, Mixture>();

  /** Computed once per panel, in 20 ms for six inks, and charged to no label. */
  function mixtureFor(device: Device): Mixture {
    let mixture = mixtures.get(device);
    if (!mixture) mixtures.set(device, (mixture = mixtureOf(device.inks.map((ink) => ink.measured))));
    return mixture;
  }

  function dithered(leaf: PictureLeaf, source: string, width: number, height: number, device: Device): InkPicture {
    let ofLeaf = ditheredPictures.get(leaf);
    if (!ofLeaf) ditheredPictures.set(leaf, (ofLeaf = new Map<string, InkPicture>()));
    const key = `${device.id} ${width} ${height} ${source === leaf.source ? '' : hash('sha256', source)}`;
    let picture = ofLeaf.get(key);
    if (!picture) {
      const { fit = 'contain', dither = 'floyd-steinberg' } = leaf;
      const measured = device.inks.map((ink) => ink.measured);
      const opened = pictures.open(source);
      const decoding = opened.decoded ? 0 : workCosts.decoded;
      const drawing = width * height * workCosts.dithered;
      meter.charge((opened.pixels * (decoding + workCosts.resampled) + drawing) / 1000);
      const options = { width, height, fit, dither };
      picture = ditherPicture(opened.decode(), options, measured, () => mixtureFor(device));
      ofLeaf.set(key, picture);
    }
    return picture;
  }

  return (leaf, slot, device, source = leaf.source) => {
    const { area, rtl } = slot;
    const { x, y, width, height } = area;
    if (width === 0 || height === 0) return nothing;
    meter.charge(shapingOf(slot));
    const { align = 'center', valign = 'middle' } = leaf;
    const picture = dithered(leaf, source, width, height, device);
    const left = x + offset(sideOf(align, rtl), width - picture.width);
    const top = y + offset(valign, height - picture.height);
    return { marks: [{ kind: 'picture', x: left, y: top, picture }], warnings: [] };
  };
}

/** Arranges the picture of the layout that a field names. */
export function namedPicture(slot: Slot, arrange: (source: string) => Arrangement): Fill {
  const { pictures = {} } = slot;
  return {
    arrange(name, field) {
      if (Object.hasOwn(pictures, name)) return arrange(pictures[name]!);
      const message = `The layout has no picture ${JSON.stringify(name)} for ${field}${suggestion(name, Object.keys(pictures))}`;
      return { marks: [], warnings: [{ code: 'PICTURE_UNKNOWN', field, message }] };
    },
  };
}
