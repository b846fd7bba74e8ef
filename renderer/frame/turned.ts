import type { Device, Encoding } from '../../devices/index.js';

/** Degrees clockwise by which a picture is turned before it is sent to a panel. */
export const turns = [0, 90, 180, 270] as const;
export type Turn = (typeof turns)[number];

/**
 * The panel and its encoding for pictures that are turned before they are sent: a portrait panel that is fed in landscape has
 * pictures of its turned size.
 */
export function turnedPanel(
  device: Device,
  encoding: Encoding,
  turn: Turn,
): { readonly device: Device; readonly encoding: Encoding } {
  const rotation = turns[(turns.indexOf(encoding.rotation) + turns.indexOf(turn)) % turns.length]!;
  const { width, height, active_area_mm: area } = device;
  const isUpright = turn % 180 === 0;
  const size = isUpright ? {} : { width: height, height: width, active_area_mm: area && [...area].reverse() };
  return { device: { ...device, ...size }, encoding: { ...encoding, rotation } };
}
