import type { TagPictureOptions } from '../../../renderer/index.js';
import { Problem } from '../../fields/problem.js';
import type { Context, Handler } from '../../http/dependencies.js';
import type { Directory, OeplTag } from '../directory.js';
import { readMac } from '../mac.js';

/** A path of the access point. */
export interface OeplRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The budget that pays for a request. */
  readonly budget: 'view' | 'update';
  readonly steps: readonly Handler[];
}

/** Bytes of a form without a file. */
export const smallForm = 64 * 1024;

export function said(ctx: Context, status: number, text: string): void {
  ctx.status = status;
  ctx.type = 'text/plain';
  ctx.body = text;
}

/** The tag with an address of a request; null, and answered, if there is none. */
export async function findTag(
  ctx: Context,
  directory: Directory,
  given: string,
  unknown: string,
): Promise<OeplTag | null> {
  const mac = readMac(given);
  if (!mac) {
    // What the access point's web server says where the firmware does not answer.
    said(ctx, 501, 'Handler did not handle the request');
    return null;
  }
  const tag = await directory.find(mac);
  if (!tag) said(ctx, 400, unknown);
  return tag;
}

export function turnsOf(rotate: number): TagPictureOptions['turns'] {
  return (rotate & 3) as TagPictureOptions['turns'];
}

/** Whether a picture is invalid, or exceeds the limits. */
export function isUnreadable(error: unknown): boolean {
  const reasons = error instanceof Problem ? (error.options.errors ?? []).map(({ reason }) => reason) : [];
  return reasons.includes('invalid_picture') || reasons.includes('too_costly');
}
