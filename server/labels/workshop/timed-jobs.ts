import type { JobKinds } from './job-kinds.js';
import { createJobs, type JobTools } from './jobs.js';
import { createStopwatch, drawingStages, type DrawingStage, type Laps } from './stopwatch.js';

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
