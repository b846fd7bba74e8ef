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
  readonly turn?: Turn;
  readonly out?: string;
}

/** Writes the frame of a PNG. @throws {CommandError} */
export function encodeFile(png: Uint8Array, options: FileOptions & FrameOptions, io: Io): void {
  const file = outputOf(options.out, io);
  const device = deviceNamed(options.device, catalogueOf(io));
  const encoding = orUsage(encodingOf(device, options.encoding));
  const panel = turnedPanel(device, encoding, options.turn ?? 0);
  const frame = orInvalid(() => frameOfPng(png, panel.device));
  write(file, orUsage(frameOutput(frame, { ...panel.device, encodings: [panel.encoding] }, options)), io);
}

/** Writes the PNG of a frame. @throws {CommandError} */
export function decodeFile(
  bytes: Uint8Array,
  options: FileOptions & { readonly encoding?: string; readonly view?: View; readonly scale?: number },
  io: Io,
): void {
  const file = outputOf(options.out, io);
  const device = deviceNamed(options.device, catalogueOf(io));
  const encoding = orUsage(encodingOf(device, options.encoding));
  const panel = turnedPanel(device, encoding, options.turn ?? 0);
  const frame = orInvalid(() => decodeFrame(bytes, panel.device, panel.encoding));
  write(file, encodePng(frame, panel.device, options), io);
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
