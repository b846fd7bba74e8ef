import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { Device } from '../../../devices/index.js';
import { createFrame, type Framebuffer } from '../../../renderer/drawing/framebuffer.js';
import { imageData } from '../pictures/image-data.js';

export function goldenFrames(device: Device): readonly Framebuffer[] {
  return readdirSync(join('test', 'golden', device.id)).map((name) => goldenFrame(device, name));
}

/** The frame of a golden label, read without the renderer. */
export function goldenFrame({ id, width, height, inks }: Device, name: string): Framebuffer {
  const frame = createFrame(width, height, inks.length);
  frame.rows.set(inflateSync(imageData(readFileSync(join('test', 'golden', id, name, 'label.png')))));
  return frame;
}
