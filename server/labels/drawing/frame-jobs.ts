import type { Device } from '../../../devices/index.js';
import {
  decodeFrame,
  decodePng,
  encodeFrame,
  encodePng,
  FrameError,
  frameOfPng,
  PictureError,
  type Turn,
  turnedPanel,
  type View,
} from '../../../renderer/index.js';
import type { Checked } from '../../fields/checked.js';
import type { FieldProblem } from '../../fields/field-problem.js';
import { chosenPlanes, describeFrame, encodingOf } from '../../fields/frames.js';

/** An image to encode for its panel. */
export interface EncodeJob {
  readonly png: Uint8Array;
  /** Whether this renderer made the PNG. */
  readonly own: boolean;
  readonly device: string;
  readonly encoding: string | undefined;
  readonly plane: number | undefined;
  /** Absent: 0. */
  readonly turn?: Turn;
}

/** The bytes for a panel, and their description for the header X-ESL-Frame. */
export interface SentFrame {
  readonly bytes: Uint8Array;
  readonly description: string;
}

export interface DecodeJob {
  readonly bytes: Uint8Array;
  readonly device: string;
  readonly encoding: string | undefined;
  /** Absent: 0. */
  readonly turn?: Turn;
  readonly view: View;
  readonly scale: number;
}

/** Encodes an image for its panel. */
export function encoded({ png, own, encoding: id, plane, turn = 0 }: EncodeJob, device: Device): Checked<SentFrame> {
  const encoding = encodingOf(device, id);
  if (!encoding.ok) return encoding;
  const panel = turnedPanel(device, encoding.value, turn);
  if (own && panel.device.width !== device.width) return { ok: false, problems: [drawnUpright(turn)] };
  try {
    const frame = own ? decodePng(png) : frameOfPng(png, panel.device);
    const chosen = chosenPlanes(encodeFrame(frame, panel.device, panel.encoding), plane);
    if (!chosen.ok) return chosen;
    const { bytes } = chosen.value;
    return { ...chosen, value: { bytes, description: describeFrame(chosen.value, device) } };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { ok: false, problems: [{ field: '', reason: 'invalid_picture', message: error.message }] };
  }
}

/** The problem of a label, which is drawn as its panel hangs, and does not fit it when it is turned aside. */
function drawnUpright(turn: Turn): FieldProblem {
  const message = `Expected 0 or 180 for turn, as a label is drawn as its panel hangs, but received ${turn}. Encode a PNG of the turned size`;
  return { field: 'turn', reason: 'unknown_value', message, received: String(turn) };
}

/** The PNG of the picture that a panel shows for these bytes. */
export function decoded(
  { bytes, encoding: id, view, scale, turn = 0 }: DecodeJob,
  device: Device,
): Checked<Uint8Array> {
  const encoding = encodingOf(device, id);
  if (!encoding.ok) return encoding;
  try {
    const panel = turnedPanel(device, encoding.value, turn);
    const frame = decodeFrame(bytes, panel.device, panel.encoding);
    return { ok: true, value: encodePng(frame, panel.device, { view, scale }), warnings: [] };
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    return { ok: false, problems: [{ field: '', reason: `frame_${error.reason}`, message: error.message }] };
  }
}
