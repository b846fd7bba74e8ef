import type { Device } from '../../../devices/index.js';
import { cHeader, type Framebuffer, encodeFrame } from '../../../renderer/index.js';
import type { Checked } from '../../fields/checked.js';
import { chosenPlanes, encodingOf } from '../../fields/frames.js';

/** Output formats of a frame: octets, or a C header. */
export const frameForms = ['frame', 'c'] as const;
export type FrameForm = (typeof frameForms)[number];

export interface FrameOptions {
  readonly encoding?: string;
  readonly plane?: number;
  readonly format: FrameForm;
}

export function frameOutput(frame: Framebuffer, device: Device, options: FrameOptions): Checked<Uint8Array | string> {
  const encoding = encodingOf(device, options.encoding);
  if (!encoding.ok) return encoding;
  const chosen = chosenPlanes(encodeFrame(frame, device, encoding.value), options.plane);
  if (!chosen.ok) return chosen;
  return { ...chosen, value: options.format === 'c' ? cHeader(chosen.value, device) : chosen.value.bytes };
}
