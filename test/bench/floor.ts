import { deflateSync } from 'node:zlib';
import type { Device } from '../../devices/index.js';
import { createFrame } from '../../renderer/index.js';

/**
 * The minimum costs of a renderer with an ink per pixel: fill pixels, pack them into rows, deflate rows at zlib's level 1. It
 * deflates the rows of `drawn` labels in turn.
 */
export function createFloor(device: Device, drawn: readonly Uint8Array[]): () => Uint8Array {
  let next = 0;
  const pixels = new Uint8Array(device.width * device.height);
  const { rows, stride, depth } = createFrame(device.width, device.height, device.inks.length);
  const perByte = 8 / depth;
  return () => {
    pixels.fill(1);
    for (let y = 0, p = 0; y < device.height; y++) {
      for (let x = 1; x < stride; x++) {
        let byte = 0;
        for (let i = 0; i < perByte; i++) byte = (byte << depth) | pixels[p++]!;
        rows[y * stride + x] = byte;
      }
    }
    return deflateSync(drawn[next++ % drawn.length]!, { level: 1 });
  };
}
