import type { Context, Handler } from '../../http/dependencies.js';

/** A path of the access point. */
export interface OeplRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Whose point it takes from the client; null: none, as it takes no work. */
  readonly budget: 'view' | 'update' | null;
  readonly steps: readonly Handler[];
}

/** The most bytes of a form without a file. */
export const smallForm = 64 * 1024;

/** Answers in words. */
export function said(ctx: Context, status: number, text: string): void {
  ctx.status = status;
  ctx.type = 'text/plain';
  ctx.body = text;
}

/** Answers what the access point's web server does where the firmware has no answer: to an address that is none. */
export function unanswered(ctx: Context): void {
  said(ctx, 501, 'Handler did not handle the request');
}
