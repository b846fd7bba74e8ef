import type { ImageOptions } from '../../labels/drawing/label-image.js';
import type { BudgetName, Policy } from '../../labels/store/limiter.js';

export interface Cost {
  readonly budget: BudgetName;
  /** Points per request; of an image that must be drawn, see {@link imagePoints}; `each`: a point for each update of the request. */
  readonly points: number | typeof imagePoints | 'each';
}

/** Reads of one thing, and fixed documents: the connections of a client are limited, and the bytes of its answers. */
const free = null;
/** Event streams: their number is limited. */
const limitedStreams = null;
const aView = { budget: 'view', points: 1 } as const;
const aPreview = { budget: 'preview', points: 1 } as const;

/** Costs by operation id; null: free. Vendors' operations count themselves, see their routes. */
const table = {
  update: { budget: 'update', points: 1 },
  updateLabel: { budget: 'update', points: 1 },
  updateLabels: { budget: 'update', points: 'each' },
  preview: aPreview,
  // Also for a label without content, which is not drawn: only the body shows whether there is content.
  bindLabel: aPreview,
  deleteLabel: aPreview,
  putLayout: aPreview,
  deleteLayout: aPreview,
  encodeFrame: aPreview,
  decodeFrame: aPreview,
  // As much as a preview may take: a whole thread for two seconds.
  playTrace: { budget: 'preview', points: 20 },
  getFrame: aView,
  listLabels: aView,
  listRequests: aView,
  listRevisions: aView,
  listLayouts: aView,
  getImage: { budget: 'view', points: imagePoints },
  getRevisionImage: { budget: 'view', points: imagePoints },
  getRefresh: { budget: 'view', points: 20 },
  putWebhook: aView,
  listWebhooks: aView,
  getWebhook: aView,
  listDeliveries: aView,
  // Each is a request to another server.
  sendDelivery: { budget: 'view', points: 10 },
  deleteWebhook: aView,
  getLabel: free,
  getLayout: free,
  getLayoutSchema: free,
  listDevices: free,
  getDevice: free,
  getProblem: free,
  example: free,
  index: free,
  openapi: free,
  docs: free,
  health: free,
  healthLive: free,
  healthReady: free,
  metrics: free,
  page: free,
  wallPage: free,
  layoutsPage: free,
  layoutPage: free,
  shelfPage: free,
  shelfLabelPage: free,
  pageFile: free,
  streamEvents: limitedStreams,
  streamAllEvents: limitedStreams,
} as const satisfies Readonly<Record<string, Cost | null>>;

/** An operation id. Those of vendors are their method and path. */
export type Operation = keyof typeof table | `${string} ${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`;

export const costs: Readonly<Partial<Record<string, Cost | null>>> = table;

/** The operations that spend each budget, for the response 429. */
export const spentOn: Readonly<Record<Policy['name'], string>> = {
  update: 'updates',
  studio: 'updates from the studio on the machine of the server',
  preview: 'previews, bindings, deletions, layouts, frames to encode or decode, and traces to play',
  view: 'lists, webhooks, frames and images that must be made',
};

/** The cost of an image that must be drawn: its pixels count. */
export function imagePoints({ scale, view }: Pick<ImageOptions, 'scale' | 'view'>): number {
  return view === 'tag' ? scale * scale : Math.ceil((scale * scale) / 8);
}

export function costText({ points }: Cost): string {
  if (typeof points === 'number') return String(points);
  if (points === 'each') return '1 for each update';
  return 'scale² / 8, rounded up, or scale² in the view tag, if the image must be drawn; stored and cached images are free';
}

/** All budgets. @param limit of updates */
export function policies(limit: Pick<Policy, 'quota' | 'windowS'>): Readonly<Record<BudgetName, Policy>> {
  return {
    update: { name: 'update', ...limit },
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
