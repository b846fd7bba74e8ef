import { availableParallelism } from 'node:os';
import { defaultBinding, TooCostly } from '../../../renderer/index.js';
import type { DraftJob, JobKinds, PreviewJob, Task } from './job-kinds.js';
import type { JobTools } from './jobs.js';
import { reportLaps, type WatchStage } from './timed-jobs.js';
import { createThreads, type Load, threadLimits, tooCostly } from './threads.js';
import { createTimedJobs, type Done } from './timed-jobs.js';

/** The most work that a drawing may take on the event loop, and in a thread. See `Renderer.render` for the unit. */
export const budgets = { loop: 2_000, thread: 350_000 } as const;
/** On two processors there are two, so that one is free for other clients while one client sends its worst. */
export const threadCount = (processors: number) => Math.min(4, processors, Math.max(2, processors - 1));
/** Pixels of an image that the event loop may encode in another view or scale: it takes about a millisecond. */
const pixelsOnLoop = 400_000;
/** Pixels of an image that the event loop may encode for its panel: it takes about two milliseconds. */
const framePixelsOnLoop = 60_000;
/** What a thread is started with. */
export interface ThreadData {
  readonly budget: number;
  readonly devicesDir: string | null;
  readonly layoutsDir: string | null;
}

/**
 * Where labels are drawn. A job whose cost is known to be small is done at once, on the event loop: it draws with a
 * layout from a file, and stops when it has taken {@link budgets.loop}, as it does with words that were not drawn before.
 * Then, and in all other cases, it is done in a thread.
 */
export interface DrawingPool {
  /**
   * Does a job for a client. Clients whose jobs wait for a thread take turns.
   * @throws {Problem} 422 `too_costly` when the job takes more than any job may; 503 when too many jobs wait
   */
  run<Kind extends keyof JobKinds>(
    kind: Kind,
    job: JobKinds[Kind]['job'],
    client: string,
  ): Promise<JobKinds[Kind]['result']>;
  /** What the threads have to do now. */
  load(): Load;
  close(): Promise<void>;
}

/**
 * @param folders with more panels and layouts than the shipped ones, which threads read, too
 * @param watch is told the times of each job's stages
 */
export function createDrawingPool(
  tools: Omit<JobTools, 'budget' | 'lap'>,
  folders: Omit<ThreadData, 'budget'>,
  count = threadCount(availableParallelism()),
  watch: WatchStage = () => undefined,
): DrawingPool {
  const here = createTimedJobs({ ...tools, budget: budgets.loop });
  createTimedJobs({ ...tools, budget: Infinity }).run('preview', sample);
  const data: ThreadData = { budget: budgets.thread, ...folders };
  const waited = (seconds: number): void => {
    watch('queue', seconds);
  };
  const threads = createThreads<Task>(new URL('./worker.js', import.meta.url), data, count, threadLimits, waited);
  return {
    async run<Kind extends keyof JobKinds>(kind: Kind, job: JobKinds[Kind]['job'], client: string) {
      if (facts[kind].isBrief(job)) {
        try {
          const result = here.run(kind, job);
          reportLaps(here.laps, watch);
          return result;
        } catch (error) {
          if (!(error instanceof TooCostly)) throw error;
        }
      }
      const done = (await threads.run({ kind, job }, client, facts[kind].bytes(job))) as Done<Kind> | null;
      if (done === null) throw tooCostly();
      reportLaps(done.laps, watch);
      return done.result;
    },
    load: () => threads.load(),
    close: () => threads.close(),
  };
}

/** Drawn at the start: so the font of most labels is read, which takes more than a label may take on the event loop. */
const sample: PreviewJob = {
  body: { object: { product_name: 'The quick brown fox jumps', price: '10.95', unit: '1 kg' }, problems: [] },
  layout: { ok: true, value: { tenant: '', id: defaultBinding.layout, version: 0, document: null }, warnings: [] },
  now: 0,
};

interface Facts<Job> {
  /** Whether the job may be begun on the event loop. */
  readonly isBrief: (job: Job) => boolean;
  /** About how long the job is as JSON. */
  readonly bytes: (job: Job) => number;
}

const facts: { readonly [Kind in keyof JobKinds]: Facts<JobKinds[Kind]['job']> } = {
  draft: { isBrief: drawsFile, bytes: documentBytes },
  bind: { isBrief: drawsFile, bytes: documentBytes },
  preview: {
    isBrief: (job) => drawsFile(job) && (job.body.object.scale ?? 1) === 1,
    bytes: (job) => documentBytes(job) + JSON.stringify(job.body.object).length,
  },
  picture: { isBrief: () => false, bytes: ({ jpeg }) => jpeg.length },
  layout: { isBrief: () => false, bytes: ({ document }) => document.length },
  variant: {
    isBrief: ({ image: { image }, asked }) => image.width * image.height * asked.scale ** 2 <= pixelsOnLoop,
    bytes: ({ image: { png, ghost } }) => png.length + (ghost?.png.length ?? 0),
  },
  // A foreign PNG of a few bytes may have millions of pixels.
  encode: { isBrief: ({ png, own }) => own && headPixels(png) <= framePixelsOnLoop, bytes: ({ png }) => png.length },
  decode: { isBrief: () => false, bytes: ({ bytes }) => bytes.length },
  refresh: { isBrief: () => false, bytes: ({ from, to }) => from.png.length + to.png.length },
};

/** How many pixels a PNG of this renderer says it has. */
function headPixels(png: Uint8Array): number {
  const head = new DataView(png.buffer, png.byteOffset, 24);
  return head.getUint32(16) * head.getUint32(20);
}

type Drawing = Pick<DraftJob, 'layout'>;

function drawsFile({ layout }: Drawing): boolean {
  return !layout.ok || layout.value.document === null;
}

/** Bodies of updates and bindings are short beside documents. */
function documentBytes({ layout }: Drawing): number {
  return layout.ok ? (layout.value.document ?? '').length : 0;
}
