import { drawingStages, type DrawingStage, type JobKinds } from './job-kinds.js';
import { createJobs, type JobTools } from './jobs.js';

/** A stage of work whose times are watched: those of a job, and what it waits for: a thread, the store. */
export type Stage = DrawingStage | 'queue' | 'store';

/** Is told how long a stage took, in seconds. */
export type WatchStage = (stage: Stage, seconds: number) => void;

/** The times of one job, in seconds, in the order of {@link drawingStages}; 0 for a stage that it does not have. */
export type Laps = readonly number[];

/** Takes the times of jobs, one after the other. */
export interface Stopwatch {
  /** Begins a job. */
  start(): void;
  /** The time since the start, or since the last lap, went into this stage. */
  readonly lap: (stage: DrawingStage) => void;
  /** The times of the job so far. The next start writes over them. */
  readonly laps: Laps;
}

export function createStopwatch(): Stopwatch {
  const laps = drawingStages.map(() => 0);
  let last = 0;
  return {
    laps,
    start() {
      laps.fill(0);
      last = performance.now();
    },
    lap(stage) {
      const now = performance.now();
      laps[drawingStages.indexOf(stage)]! += (now - last) / 1000;
      last = now;
    },
  };
}

/** Reports each stage of a job. */
export function reportLaps(laps: Laps, watch: WatchStage): void {
  for (const [i, stage] of drawingStages.entries()) if (laps[i]! > 0) watch(stage, laps[i]!);
}

/** Does jobs and takes their times. */
export interface TimedJobs {
  /** @throws what the job throws; its times count for nothing then */
  run<Kind extends keyof JobKinds>(kind: Kind, job: JobKinds[Kind]['job']): JobKinds[Kind]['result'];
  /** The times of the last job. The next one writes over them. */
  readonly laps: Laps;
}

/** What is done of a job, as a thread answers it. */
export interface Done<Kind extends keyof JobKinds = keyof JobKinds> {
  readonly result: JobKinds[Kind]['result'];
  readonly laps: Laps;
}

/** What the time of a job goes into that draws nothing. One that draws ends by encoding. */
const stageWithout: Readonly<Record<keyof JobKinds, DrawingStage>> = {
  draft: 'validate',
  bind: 'validate',
  preview: 'validate',
  layout: 'validate',
  picture: 'draw',
  variant: 'encode',
  encode: 'encode',
  decode: 'encode',
  refresh: 'encode',
};

const drawn = drawingStages.indexOf('draw');

export function createTimedJobs(tools: Omit<JobTools, 'lap'>): TimedJobs {
  const watch = createStopwatch();
  const jobs = createJobs({ ...tools, lap: watch.lap });
  return {
    laps: watch.laps,
    run(kind, job) {
      watch.start();
      const result = jobs[kind](job);
      const drew = watch.laps[drawn]! > 0;
      watch.lap(drew ? 'encode' : stageWithout[kind]);
      return result;
    },
  };
}
