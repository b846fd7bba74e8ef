import type { Zoom } from './preview-state.js';

/** Sizes in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** CSS pixels that are left free around the case where a label fits. */
const free = 24;

/** The width of the bezel, in CSS pixels, of a label that is shown at this height. */
export function bezelOf(shown: number): number {
  return Math.round(Math.min(24, Math.max(8, shown * 0.07)));
}

/**
 * How many screen pixels wide a label pixel is: the largest whole number with which the label in its case leaves {@link free}
 * around it. At least 1.
 * @param ratio screen pixels per CSS pixel
 */
export function fitTimes(label: Size, room: Size, ratio: number): number {
  const fits = (times: number): boolean => {
    const [width, height] = [(label.width * times) / ratio, (label.height * times) / ratio];
    const around = 2 * (bezelOf(height) + (room.height < 320 ? 8 : free));
    return width + around <= room.width && height + around <= room.height;
  };
  let times = 1;
  while (times < 16 && fits(times + 1)) times++;
  return times;
}

/**
 * CSS pixels per pixel of the label.
 * @param perMm CSS pixels per millimetre of the screen
 * @param dpi of the panel
 */
export function scaleOf(zoom: Zoom, label: Size, room: Size, ratio: number, perMm: number, dpi: number): number {
  if (zoom === 'real') return (perMm * 25.4) / dpi;
  if (zoom !== 'fit') return zoom / ratio;
  const whole = fitTimes(label, room, ratio) / ratio;
  // A panel with more pixels than the room: it is seen whole, as a picture of it would be in print.
  const around = 2 * (bezelOf(label.height * whole) + (room.height < 320 ? 8 : free));
  const most = Math.min((room.width - around) / label.width, (room.height - around) / label.height);
  return whole <= most || most <= 0 ? whole : most;
}
