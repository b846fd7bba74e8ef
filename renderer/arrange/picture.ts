import type { Device } from '../../devices/index.js';
import type { InkPicture } from '../drawing/marks.js';
import type { PictureLeaf } from '../layout/document.js';
import { decodePicture } from '../pictures/decode.js';
import { ditherPicture } from '../pictures/dither.js';
import { offset, sideOf } from '../shapes/align.js';
import { type Arranged, nothing } from './arranged.js';
import type { Slot } from './slots.js';

/**
 * Arranges pictures in the inks of the panel. One that is smaller than its slot is centred, unless the layout aligns
 * it. Each is dithered once for all locales and conditions, since that can take half a second.
 */
export function createPictureArranger(): (leaf: PictureLeaf, slot: Slot, device: Device) => Arranged {
  const known = new WeakMap<PictureLeaf, Map<string, InkPicture>>();

  function dithered(leaf: PictureLeaf, width: number, height: number, device: Device): InkPicture {
    let ofLeaf = known.get(leaf);
    if (!ofLeaf) known.set(leaf, (ofLeaf = new Map<string, InkPicture>()));
    const key = `${device.id} ${width} ${height}`;
    let picture = ofLeaf.get(key);
    if (!picture) {
      const { source, fit = 'contain', dither = 'floyd-steinberg' } = leaf;
      const measured = device.inks.map((ink) => ink.measured);
      picture = ditherPicture(decodePicture(source), { width, height, fit, dither }, measured);
      ofLeaf.set(key, picture);
    }
    return picture;
  }

  return (leaf, { area, rtl }, device) => {
    const { x, y, width, height } = area;
    if (width === 0 || height === 0) return nothing;
    const { align = 'center', valign = 'middle' } = leaf;
    const picture = dithered(leaf, width, height, device);
    const left = x + offset(sideOf(align, rtl), width - picture.width);
    const top = y + offset(valign, height - picture.height);
    return { marks: [{ kind: 'picture', x: left, y: top, picture }], warnings: [] };
  };
}
