import type { BudgetName, Policy } from '../../labels/store/limiter.js';

/** The cost of an operation. */
export interface Cost {
  readonly budget: BudgetName;
  /** Points per request; of an image that must be drawn, see {@link imagePoints}; `each`: a point for each update of the request. */
  readonly points: number | typeof imagePoints | 'each';
}

/**
 * Costs by operation id. All other operations are free: reads of one thing, the health of the server, the page, and event streams,
 * whose number is limited.
 */
export const costs: Readonly<Record<string, Cost>> = {
  update: { budget: 'update', points: 1 },
  updateLabel: { budget: 'update', points: 1 },
  updateLabels: { budget: 'update', points: 'each' },
  preview: { budget: 'preview', points: 1 },
  // Also for a label without content, which is not drawn: only the body shows whether there is content.
  bindLabel: { budget: 'preview', points: 1 },
  putLayout: { budget: 'preview', points: 1 },
  encodeFrame: { budget: 'preview', points: 1 },
  decodeFrame: { budget: 'preview', points: 1 },
  // As much as a preview may take: a whole thread for two seconds.
  playTrace: { budget: 'preview', points: 20 },
  getFrame: { budget: 'view', points: 1 },
  listLabels: { budget: 'view', points: 1 },
  listRequests: { budget: 'view', points: 1 },
  listRevisions: { budget: 'view', points: 1 },
  listLayouts: { budget: 'view', points: 1 },
  getImage: { budget: 'view', points: imagePoints },
  getRevisionImage: { budget: 'view', points: imagePoints },
  getRefresh: { budget: 'view', points: 20 },
};

/** The operations that spend each budget, for the response 429. */
export const spentOn: Readonly<Record<Policy['name'], string>> = {
  update: 'updates',
  studio: 'updates from the studio on the machine of the server',
  preview: 'previews, bindings, layouts, frames to encode or decode, and traces to play',
  view: 'lists, frames and images that must be made',
};

/** The cost of an image that must be drawn: its pixels count. */
export function imagePoints(scale: number): number {
  return Math.ceil((scale * scale) / 8);
}

/** A cost in words. */
export function costText({ points }: Cost): string {
  if (typeof points === 'number') return String(points);
  if (points === 'each') return '1 for each update';
  return 'scale² / 8, rounded up, if the image must be drawn; stored and cached images are free';
}

/** All budgets. @param quota of updates @param windowS of updates */
export function policies(quota: number, windowS: number): Readonly<Record<BudgetName, Policy>> {
  return {
    update: { name: 'update', quota, windowS },
    // The studio requests a preview per keystroke, ten a second, and small pictures.
    preview: { name: 'preview', quota: 1200, windowS: 60 },
    view: { name: 'view', quota: 600, windowS: 60 },
  };
}

/** Updates a minute by the studio on the server's machine, such as the rows of a file, and by a till. */
const [studioUpdates, tillUpdates] = [1000, 10];

/** The budget of the studio on the server's machine. A limit of updates below the default holds for it, too. */
export function studioPolicy({ quota, windowS }: Policy): Policy {
  if (quota < tillUpdates) return { name: 'studio', quota, windowS };
  return { name: 'studio', quota: Math.max(quota, studioUpdates), windowS: 60 };
}
