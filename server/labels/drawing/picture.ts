import type { Device } from '../../../devices/index.js';
import {
  type Binding,
  createFrame,
  type Framebuffer,
  frameOfJpeg,
  type JpegOptions,
  PictureError,
} from '../../../renderer/index.js';
import type { Checked } from '../../fields/checked.js';
import { imageOf } from './label-image.js';
import type { Draft } from '../store/index.js';

/** A picture to show on a label as it is bound, in place of fields. */
export interface PictureJob {
  readonly jpeg: Uint8Array;
  readonly options: JpegOptions;
  readonly binding: Binding;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What is stored of a picture on its panel. */
export function pictureDraft({ jpeg, options, binding, now }: PictureJob, device: Device): Checked<Draft> {
  try {
    return { ok: true, value: draftOf(frameOfJpeg(jpeg, device, options), binding, device, now), warnings: [] };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { ok: false, problems: [{ field: '', reason: 'invalid_picture', message: error.message }] };
  }
}

/** What is stored of a panel that shows nothing. */
export function blankDraft(binding: Binding, device: Device, now: number): Draft {
  return draftOf(createFrame(device.width, device.height, device.inks.length), binding, device, now);
}

function draftOf(frame: Framebuffer, binding: Binding, device: Device, now: number): Draft {
  const nothingDrawn = { update: null, content: null, layout_version: null, step: null };
  return { updated_at: new Date(now).toISOString(), ...nothingDrawn, binding, warnings: [], ...imageOf(frame, device) };
}
