import { layoutLimits, limits } from '../../../renderer/index.js';
import { layoutRoom, kept } from '../../labels/store/index.js';
import { threadLimits } from '../../labels/drawing/threads.js';
import { budgets as workBudgets } from '../../labels/drawing/pool.js';
import { requestProblem } from '../../fields/problem.js';
import type { IndexAnswer } from '../answers.js';
import { spentOn } from './costs.js';
import type { Dependencies } from '../dependencies.js';
import { keptRequests } from '../shelf/request-log.js';
import { budgetNames } from '../../labels/store/limiter.js';

/** The most bytes of a body without a layout document. */
export const bodyBytes = 16 * 1024;

/** The most bytes of a PNG or a frame: 4 bits of each pixel of the largest panel, 2048 × 2048. */
export const frameBytes = 2 * 1024 * 1024;

/** The most pixels of an image that is made for a request: any panel up to scale 7, all but the largest up to 8. */
const imagePixels = 100_000_000;

/** Refuses an image by its size, before anything is made of it. @throws {Problem} 422 */
export function boundPixels(
  { width, height }: { readonly width: number; readonly height: number },
  scale: number,
): void {
  const pixels = width * height * scale ** 2;
  if (pixels <= imagePixels) return;
  const detail = `Expected an image of at most ${imagePixels} pixels but ${width} × ${height} at scale ${scale} has ${pixels}. Use a smaller scale`;
  throw requestProblem(422, 'too_costly', detail);
}

/** Event streams of a client: a browser has six connections to a server, for everything. */
export const maxStreams = 4;

/** Bytes that all event streams together may hold for clients that are behind; the most and the least of each of them. */
const backlog = { all: 64 * 1024 * 1024, most: 256 * 1024, least: 32 * 1024 } as const;
/** The bytes that any stream may hold, however many there are. */
export const leastBacklog = backlog.least;
/** The most bytes that a stream holds for a client that is behind, in KB. */
export const maxBacklogKb = backlog.most / 1024;

/**
 * The bytes that a stream may hold for its client, when so many are open: a few may be far behind, and thousands that nobody
 * reads do not fill the memory.
 */
export function backlogFor(streams: number): number {
  return Math.max(backlog.least, Math.min(backlog.most, backlog.all / streams));
}

/** The most bytes of documents on a page of the list of layouts, unless its first alone is larger. */
export const layoutPageBytes = 1024 * 1024;

/** Everything that bounds what a client can ask for, as `GET /api` lists it. */
export function limitsOf(limiters: Dependencies['limiters']): IndexAnswer['limits'] {
  return {
    body_bytes: bodyBytes,
    body_bytes_with_layout: layoutLimits.bytes,
    body_bytes_of_frame: frameBytes,
    layout: layoutLimits,
    picture: limits.picture,
    codes: limits.codes,
    animation: limits.animation,
    image_pixels: imagePixels,
    work: { units: workBudgets.thread, ms: threadLimits.running },
    layouts: layoutRoom,
    layout_page_bytes: layoutPageBytes,
    revisions_kept: kept,
    requests_kept: keptRequests.count,
    streams: maxStreams,
    budgets: budgetNames.map((name) => {
      const { quota, windowS } = limiters[name].policy;
      return { name, quota, window_s: windowS, spent_on: spentOn[name] };
    }),
  };
}
