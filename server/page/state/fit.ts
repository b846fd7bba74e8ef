import type { Zoom } from './preview-state.js';

export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** CSS pixels of the pickers below the label, as in preview.css: two rows of pictures, two buttons. */
const pickers = { rows: 236, buttons: 60 } as const;

/** The scale at which a tag is drawn: fine enough for its grain, within a second. */
export function tagScale({ width, height }: Dimensions): number {
  return Math.max(1, Math.min(3, Math.floor(Math.sqrt(1_600_000 / (width * height)))));
}

/** The panel in a picture, and the width of the case around it in its pixels: 0 except in the view `tag`. */
export function panelIn(
  { naturalWidth: width, naturalHeight: height }: { readonly naturalWidth: number; readonly naturalHeight: number },
  panel?: Dimensions,
) {
  if (!panel) return { width, height, margin: 0 };
  const scale = tagScale(panel);
  const margin = (width / scale - panel.width) / 2;
  const isTag = margin > 0 && height / scale - panel.height === 2 * margin;
  return isTag ? { ...panel, margin } : { width, height, margin: 0 };
}

/** CSS pixels of the bezel around a label of this height. */
export function bezelOf(shown: number): number {
  return Math.round(Math.min(24, Math.max(8, shown * 0.06)));
}

/** The space for the label's picture at a scale, without bezel and margins. */
function left(label: Dimensions, room: Dimensions, scale: number): Dimensions {
  const bezel = bezelOf(label.height * scale);
  const beside = room.width < 480 ? 8 : 24;
  return { width: room.width - 2 * (bezel + beside), height: room.height - 2 * (bezel + 8) };
}

function fits(label: Dimensions, room: Dimensions, scale: number): boolean {
  const { width, height } = left(label, room, scale);
  return label.width * scale <= width && label.height * scale <= height;
}

/**
 * The largest integer number of screen pixels per label pixel at which the label in its case fits. At least 1.
 * @param ratio screen pixels per CSS pixel
 */
export function fitTimes(label: Dimensions, room: Dimensions, ratio: number): number {
  let times = 1;
  while (times < 16 && fits(label, room, (times + 1) / ratio)) times++;
  return times;
}

/** CSS pixels per pixel of the label. @param perMm CSS pixels per millimetre of the screen @param dpi of the panel */
export function scaleOf(zoom: Zoom, label: Dimensions, room: Dimensions, ratio: number, perMm: number, dpi: number) {
  if (zoom === 'real') return (perMm * 25.4) / dpi;
  if (zoom !== 'fit') return zoom / ratio;
  const whole = fitTimes(label, room, ratio) / ratio;
  // A panel with more pixels than the space is scaled down.
  const { width, height } = left(label, room, whole);
  const most = Math.min(width / label.width, height / label.height);
  return whole <= most || most <= 0 ? whole : most;
}

/**
 * Whether rows of pictures below the label would take space that it needs at this scale.
 * @param room the label's, with rows or buttons below it
 * @param folded whether there are buttons now
 */
export function needsRoomOfRows(label: Dimensions, room: Dimensions, folded: boolean, scale: number): boolean {
  const height = room.height + (folded ? pickers.buttons : pickers.rows);
  return !fits(label, { ...room, height: height - pickers.rows }, scale);
}
