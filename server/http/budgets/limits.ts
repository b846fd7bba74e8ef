import { layoutLimits, limits } from '../../../renderer/index.js';
import { layoutCapacity, keptRevisions } from '../../labels/store/index.js';
import { imagePixels } from '../../labels/drawing/pixels.js';
import { threadLimits } from '../../labels/drawing/threads.js';
import { budgets as workBudgets, bytesOnLoop } from '../../labels/drawing/pool.js';
import { maxUpdates } from '../../fields/schemas.js';
import type { IndexAnswer } from '../answers.js';
import { spentOn, studioPolicy } from './costs.js';
import type { Dependencies } from '../dependencies.js';
import { timeouts } from './timeouts.js';
import { keptRequests } from '../events/request-log.js';
import { budgetNames } from '../../labels/store/limiter.js';

/** Bytes of a body without a layout document. */
export const bodyBytes = bytesOnLoop;

/** Bytes of a body with many updates. */
export const bulkBytes = 1024 * 1024;

/** Bytes of a PNG or a frame: 4 bits for each pixel of the largest panel, 2048 × 2048. */
export const frameBytes = 2 * 1024 * 1024;

/** Event streams per client: a browser has six connections to a server, for everything. */
export const maxStreams = 4;

/** Bytes of documents on a page of the list of layouts, unless its first document is larger. */
export const layoutPageBytes = 1024 * 1024;

/** All limits of requests, as `GET /api` lists them. */
export function limitsOf(limiters: Dependencies['limiters']): IndexAnswer['limits'] {
  return {
    body_bytes: bodyBytes,
    body_bytes_with_layout: layoutLimits.bytes,
    body_bytes_of_frame: frameBytes,
    bulk: { updates: maxUpdates, body_bytes: bulkBytes },
    layout: layoutLimits,
    picture: limits.picture,
    codes: limits.codes,
    animation: limits.animation,
    image_pixels: imagePixels,
    work: { units: workBudgets.thread, ms: threadLimits.running },
    layouts: layoutCapacity,
    layout_page_bytes: layoutPageBytes,
    revisions_kept: keptRevisions,
    requests_kept: keptRequests.count,
    streams: maxStreams,
    timeouts: {
      head_ms: timeouts.head,
      body_pause_ms: timeouts.bodyPause,
      request_ms: timeouts.request,
      read_pause_ms: timeouts.readPause,
    },
    budgets: [...budgetNames.map((name) => limiters[name].policy), studioPolicy(limiters.update.policy)].map(
      ({ name, quota, windowS }) => ({ name, quota, window_s: windowS, spent_on: spentOn[name] }),
    ),
  };
}
