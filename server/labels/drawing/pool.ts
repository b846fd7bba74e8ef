import { availableParallelism } from 'node:os';
import { defaultBinding, TooCostly } from '../../../renderer/index.js';
import { Problem } from '../../fields/problem.js';
import type { PictureJob, PreviewJob } from './job-kinds.js';
import type { JobKinds, JobTools, Task } from './jobs.js';
import { reportLaps, type WatchStage } from './timed-jobs.js';
import { createThreads, threadLimits, tooCostly } from './threads.js';
import { createTimedJobs, type TaskRefusal, type TaskResult } from './timed-jobs.js';

/** The maximum work of a drawing on the event loop, and in a thread. See `Renderer.render` for the unit. */
export const budgets = { loop: 2_000, thread: 350_000 } as const;
/** At least two, even on two processors, so that one client never occupies every thread. */
export const threadCount = (processors: number) => Math.min(4, processors, Math.max(2, processors - 1));
/** Maximum pixels to encode on the event loop in another view or scale: about a millisecond. */
const pixelsOnLoop = 400_000;
/** Maximum bytes of JSON to parse and to check on the event loop. */
export const bytesOnLoop = 16 * 1024;
/** Maximum pixels to encode on the event loop for a panel: about two milliseconds. */
const framePixelsOnLoop = 60_000;

export interface ThreadData {
  readonly budget: number;
  readonly devicesDir: string | null;
  readonly layoutsDir: string | null;
}

export type DrawingPool = ReturnType<typeof createDrawingPool>;

/**
 * Draws labels. A job that is probably cheap, such as a drawing with a layout from a file, runs immediately on the event loop. If
 * it exceeds {@link budgets.loop}, as with words that were not drawn before, it runs again in a thread, like all other jobs.
 * @param folders of panels and layouts besides the shipped ones, for the threads
 * @param watch is called for each stage of each job
 */
export function createDrawingPool(
  tools: Omit<JobTools, 'budget' | 'lap'>,
  folders: Omit<ThreadData, 'budget'>,
  count = threadCount(availableParallelism()),
  watch: WatchStage = () => undefined,
) {
  const here = createTimedJobs({ ...tools, budget: budgets.loop });
  createTimedJobs({ ...tools, budget: Infinity }).run('preview', sample);
  const data: ThreadData = { budget: budgets.thread, ...folders };
  const waited = (seconds: number): void => {
    watch('queue', seconds);
  };
  const threads = createThreads<Task>(new URL('./worker.js', import.meta.url), data, count, threadLimits, waited);
  return {
    /**
     * Runs a job for a client. Clients with waiting jobs take turns.
     * @throws {Problem} 422 `too_costly` when the job takes more than any job may; 503 when too many jobs wait
     */
    async run<Kind extends keyof JobKinds>(
      kind: Kind,
      job: JobKinds[Kind]['job'],
      client: string,
    ): Promise<JobKinds[Kind]['result']> {
      if (facts[kind].isBrief(job)) {
        try {
          const result = here.run(kind, job);
          reportLaps(here.laps, watch);
          return result;
        } catch (error) {
          if (!(error instanceof TooCostly)) throw error;
        }
      }
      const done = (await threads.run({ kind, job }, client, facts[kind].bytes(job))) as TaskResult<Kind> | TaskRefusal;
      if ('refusal' in done) {
        if (!done.refusal) throw tooCostly();
        throw new Problem(done.refusal.code, done.refusal.detail, done.refusal.options);
      }
      reportLaps(done.laps, watch);
      return done.result;
    },
    load: () => threads.load(),
    close: () => threads.close(),
  };
}

/** Drawn at the start to load the font of most labels, which exceeds the budget of the event loop. */
const sample: PreviewJob = {
  body: { object: { product_name: 'The quick brown fox jumps', price: '10.95', unit: '1 kg' }, problems: [] },
  layout: { ok: true, value: { tenant: '', id: defaultBinding.layout, version: 0, document: null }, warnings: [] },
  now: 0,
};

interface Facts<Job> {
  /** Whether to start the job on the event loop. */
  readonly isBrief: (job: Job) => boolean;
  /** The approximate size of the job as JSON. */
  readonly bytes: (job: Job) => number;
}

const facts: { readonly [Kind in keyof JobKinds]: Facts<JobKinds[Kind]['job']> } = {
  draft: { isBrief: drawsFile, bytes: documentBytes },
  bind: { isBrief: drawsFile, bytes: documentBytes },
  preview: {
    isBrief: ({ body, layout }) =>
      !('json' in body) &&
      layout !== null &&
      drawsFile({ layout }) &&
      (body.object.scale ?? 1) === 1 &&
      body.object.view !== 'tag',
    bytes: ({ body, layout }) =>
      documentBytes({ layout }) + ('json' in body ? body.json.length : JSON.stringify(body.object).length),
  },
  bulk: { isBrief: ({ json }) => json.length <= bytesOnLoop, bytes: ({ json }) => json.length },
  document: { isBrief: () => false, bytes: ({ json }) => json.length },
  picture: { isBrief: () => false, bytes: ({ picture }) => pictureBytes(picture) },
  layout: { isBrief: () => false, bytes: ({ document }) => document.length },
  variant: {
    isBrief: ({ image: { image }, options }) =>
      options.view !== 'tag' && image.width * image.height * options.scale ** 2 <= pixelsOnLoop,
    bytes: ({ image: { png, ghost } }) => png.length + (ghost?.png.length ?? 0),
  },
  // A foreign PNG of a few bytes may have millions of pixels.
  encode: { isBrief: ({ png, own }) => own && headPixels(png) <= framePixelsOnLoop, bytes: ({ png }) => png.length },
  decode: { isBrief: () => false, bytes: ({ bytes }) => bytes.length },
  play: { isBrief: () => false, bytes: ({ trace }) => trace.length },
  refresh: { isBrief: () => false, bytes: ({ from, to }) => from.png.length + to.png.length },
};

/** The number of pixels in the header of a PNG of this renderer. */
function headPixels(png: Uint8Array): number {
  const head = new DataView(png.buffer, png.byteOffset, 24);
  return head.getUint32(16) * head.getUint32(20);
}

type DrawnLayout = Pick<PreviewJob, 'layout'>;

function drawsFile({ layout }: DrawnLayout): boolean {
  return !layout?.ok || layout.value.document === null;
}

/** The elements of a template are shorter than a form. */
function pictureBytes(picture: PictureJob['picture']): number {
  if (picture instanceof Uint8Array) return picture.length;
  return Object.values(picture.files).reduce((sum, { length }) => sum + length, picture.elements.length * 64);
}

/** Bodies of updates and bindings are short in comparison. */
function documentBytes({ layout }: DrawnLayout): number {
  return layout?.ok ? (layout.value.document ?? '').length : 0;
}
