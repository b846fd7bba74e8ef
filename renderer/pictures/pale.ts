import type { Warning } from '../content.js';
import type { InkPicture } from '../drawing/marks.js';

/** The smallest share of a picture that is worth a warning. */
const leastLost = 0.1;

/** A warning where a picture without dithering lost strokes of mid-tones. */
export function paleWarnings({ lost = 0 }: Pick<InkPicture, 'lost'>): readonly Warning[] {
  if (lost < leastLost) return [];
  const share = `${Math.max(1, Math.round(lost * 100))} %`;
  const message = `${share} of the picture’s strokes are lighter than half and drawn in the lightest ink; dither keeps them`;
  return [{ code: 'PICTURE_PALE', field: 'picture', message }];
}
