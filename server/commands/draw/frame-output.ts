import type { Device } from '../../../devices/index.js';
import { cHeader, type Framebuffer, encodeFrame } from '../../../renderer/index.js';
import type { Checked } from '../../fields/checked.js';
import { encodingOf, sentOf } from '../../fields/frames.js';

/** The forms in which a frame is written: octets, or a C header. */
export const frameForms = ['frame', 'c'] as const;
export type FrameForm = (typeof frameForms)[number];

/** What of a frame is asked for, and in which form. */
export interface FrameOptions {
  readonly encoding?: string;
  readonly plane?: number;
  readonly format: FrameForm;
}

/** The frame of an image, as it is written. */
export function frameOutput(frame: Framebuffer, device: Device, options: FrameOptions): Checked<Uint8Array | string> {
  const encoding = encodingOf(device, options.encoding);
  if (!encoding.ok) return encoding;
  const encoded = encodeFrame(frame, device, encoding.value);
  const sent = sentOf(encoded, device, options.plane);
  if (!sent.ok) return sent;
  const planes = encoded.planes.filter(({ number }) => options.plane === undefined || number === options.plane);
  const value = options.format === 'c' ? cHeader({ ...encoded, planes }, device) : sent.value.bytes;
  return { ok: true, value, warnings: [] };
}
