import type { Zoom } from './preview-state.js';

/** Sizes in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The CSS pixels that the pickers of panels and layouts take below the label, as preview.css has it: two rows of pictures, two buttons. */
const pickers = { rows: 236, buttons: 60 } as const;

/** The width of the bezel, in CSS pixels, of a label that is shown at this height. */
export function bezelOf(shown: number): number {
  return Math.round(Math.min(24, Math.max(8, shown * 0.06)));
}

/** The room that is left for the label's picture, at a scale: the case has its bezel, and stays apart from what is around it. */
function left(label: Size, room: Size, scale: number): Size {
  const bezel = bezelOf(label.height * scale);
  const beside = room.width < 480 ? 8 : 24;
  return { width: room.width - 2 * (bezel + beside), height: room.height - 2 * (bezel + 8) };
}

function fits(label: Size, room: Size, scale: number): boolean {
  const { width, height } = left(label, room, scale);
  return label.width * scale <= width && label.height * scale <= height;
}

/**
 * How many screen pixels wide a label pixel is: the largest whole number with which the label in its case fits into the room.
 * At least 1.
 * @param ratio screen pixels per CSS pixel
 */
export function fitTimes(label: Size, room: Size, ratio: number): number {
  let times = 1;
  while (times < 16 && fits(label, room, (times + 1) / ratio)) times++;
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
  const { width, height } = left(label, room, whole);
  const most = Math.min(width / label.width, height / label.height);
  return whole <= most || most <= 0 ? whole : most;
}

/**
 * Whether rows of pictures below the label would take room that it needs, so that buttons have to do: at the scale that was chosen
 * or, to fit, at a CSS pixel per pixel.
 * @param room the label's, with rows or with buttons below it
 * @param folded whether there are buttons below it now
 */
export function needsRoomOfRows(label: Size, room: Size, folded: boolean, scale: number): boolean {
  const height = room.height + (folded ? pickers.buttons : pickers.rows);
  return !fits(label, { ...room, height: height - pickers.rows }, scale);
}
