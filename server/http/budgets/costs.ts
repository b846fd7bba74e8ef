import type { BudgetName, Policy } from '../../labels/store/limiter.js';

/** What an operation takes from a budget. */
export interface Cost {
  readonly budget: BudgetName;
  /** Points of each request; of an image that must be made, see {@link imagePoints}. */
  readonly points: number | typeof imagePoints;
}

/**
 * What each operation costs, by its id. All others are free: reading one thing, the health of the server, the page, and
 * event streams, which are limited by their number.
 */
export const costs: Readonly<Record<string, Cost>> = {
  update: { budget: 'update', points: 1 },
  updateLabel: { budget: 'update', points: 1 },
  preview: { budget: 'preview', points: 1 },
  // Also for a label without content, which is not drawn: whether there is content is known after the body only.
  bindLabel: { budget: 'preview', points: 1 },
  putLayout: { budget: 'preview', points: 1 },
  encodeFrame: { budget: 'preview', points: 1 },
  decodeFrame: { budget: 'preview', points: 1 },
  getFrame: { budget: 'view', points: 1 },
  listLabels: { budget: 'view', points: 1 },
  listRevisions: { budget: 'view', points: 1 },
  listLayouts: { budget: 'view', points: 1 },
  getImage: { budget: 'view', points: imagePoints },
  getRevisionImage: { budget: 'view', points: imagePoints },
  getRefresh: { budget: 'view', points: 20 },
};

/** What the points of each budget are spent on, as the answer 429 says it. */
export const spentOn: Readonly<Record<BudgetName, string>> = {
  update: 'updates',
  preview: 'previews, bindings, layouts and frames to encode or decode',
  view: 'lists, frames and images that must be made',
};

/** What an image costs that must be made: its pixels count. */
export function imagePoints(scale: number): number {
  return Math.ceil((scale * scale) / 8);
}

/** What an operation costs, in words. */
export function costSaid({ points }: Cost): string {
  if (typeof points === 'number') return String(points);
  return 'scale² / 8, rounded up, if the image must be made; the stored one, and one that was made lately, are free';
}

/** All budgets, with that of updates as it is configured. */
export function policies(quota: number, windowS: number): Readonly<Record<BudgetName, Policy>> {
  return {
    update: { name: 'update', quota, windowS },
    // Someone who types in the page asks for a preview with each key, ten a second, and for the small pictures beside it.
    preview: { name: 'preview', quota: 1200, windowS: 60 },
    view: { name: 'view', quota: 600, windowS: 60 },
  };
}
