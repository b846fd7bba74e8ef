import type { Dimensions } from '../fit.js';

/** CSS pixels of the case on each side, with its edge. */
export const bezel = 7;

/** CSS pixels per millimetre: normally, and at least, so that prices stay readable. */
const [usual, readable] = [3.1, 1.6];

/**
 * The scale of all labels in CSS pixels per millimetre. The widest label fits, unless small ones would become
 * unreadable.
 * @param room in CSS pixels
 */
export function wallScale(widest: number, room: number): number {
  return Math.min(usual, Math.max(readable, (room - 2 * bezel) / widest));
}

/** The scale of one label, smaller if it would not fit. */
export function ownScale({ width }: Dimensions, scale: number, room: number): number {
  return Math.min(scale, (room - 2 * bezel) / width);
}
