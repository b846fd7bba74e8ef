import type { Device } from '../../../devices/index.js';
import {
  decodeFrame,
  decodePng,
  encodeFrame,
  encodePng,
  FrameError,
  frameOfPng,
  PictureError,
  type View,
} from '../../../renderer/index.js';
import type { Checked } from '../../fields/checked.js';
import { chosenPlanes, describeFrame, encodingOf } from '../../fields/frames.js';

/** An image to encode for its panel. */
export interface EncodeJob {
  readonly png: Uint8Array;
  /** Whether this renderer made the PNG. */
  readonly own: boolean;
  readonly device: string;
  readonly encoding: string | undefined;
  readonly plane: number | undefined;
}

/** The bytes for a panel, and their description for the header X-ESL-Frame. */
export interface SentFrame {
  readonly bytes: Uint8Array;
  readonly description: string;
}

/** Bytes for a panel, to decode. */
export interface DecodeJob {
  readonly bytes: Uint8Array;
  readonly device: string;
  readonly encoding: string | undefined;
  readonly view: View;
  readonly scale: number;
}

/** Encodes an image for its panel. */
export function encoded({ png, own, encoding: id, plane }: EncodeJob, device: Device): Checked<SentFrame> {
  const encoding = encodingOf(device, id);
  if (!encoding.ok) return encoding;
  try {
    const frame = own ? decodePng(png) : frameOfPng(png, device);
    const chosen = chosenPlanes(encodeFrame(frame, device, encoding.value), plane);
    if (!chosen.ok) return chosen;
    const { bytes } = chosen.value;
    return { ...chosen, value: { bytes, description: describeFrame(chosen.value, device) } };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { ok: false, problems: [{ field: '', reason: 'invalid_picture', message: error.message }] };
  }
}

/** The PNG of the picture that a panel shows for these bytes. */
export function decoded({ bytes, encoding: id, view, scale }: DecodeJob, device: Device): Checked<Uint8Array> {
  const encoding = encodingOf(device, id);
  if (!encoding.ok) return encoding;
  try {
    const frame = decodeFrame(bytes, device, encoding.value);
    return { ok: true, value: encodePng(frame, device, { view, scale }), warnings: [] };
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    return { ok: false, problems: [{ field: '', reason: `frame_${error.reason}`, message: error.message }] };
  }
}
