import {
  decodeFrame,
  encodePng,
  FrameError,
  frameOfPng,
  PictureError,
  type Turn,
  turnedPanel,
  type View,
} from '../../../renderer/index.js';
import { encodingOf } from '../../fields/frames.js';
import { catalogueOf, deviceNamed } from '../choose.js';
import { type FrameOptions, frameOutput } from './frame-output.js';
import { CommandError, exitCodes, type Io, orUsage } from '../io.js';
import { outputOf, write } from './output.js';

interface FileOptions {
  readonly device: string;
  readonly encoding?: string;
  readonly turn?: Turn;
  readonly out?: string;
}

export type EncodeOptions = FileOptions & FrameOptions;
export type DecodeOptions = FileOptions & { readonly view?: View; readonly scale?: number };

/** Writes the frame of a PNG. @throws {CommandError} */
export function encodeFile(png: Uint8Array, options: EncodeOptions, io: Io): void {
  const { file, panel } = open(options, io);
  const frame = orInvalid(() => frameOfPng(png, panel.device));
  write(file, orUsage(frameOutput(frame, { ...panel.device, encodings: [panel.encoding] }, options)), io);
}

/** Writes the PNG of a frame. @throws {CommandError} */
export function decodeFile(bytes: Uint8Array, options: DecodeOptions, io: Io): void {
  const { file, panel } = open(options, io);
  const frame = orInvalid(() => decodeFrame(bytes, panel.device, panel.encoding));
  write(file, encodePng(frame, panel.device, options), io);
}

/** The path of the output file, and the panel in the orientation of its data. @throws {CommandError} */
function open({ out, device: id, encoding: given, turn = 0 }: FileOptions, io: Io) {
  const file = outputOf(out, io);
  const device = deviceNamed(id, catalogueOf(io));
  return { file, panel: turnedPanel(device, orUsage(encodingOf(device, given)), turn) };
}

function orInvalid<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof FrameError || error instanceof PictureError)
      throw new CommandError(exitCodes.invalid, error.message);
    throw error;
  }
}
