import { drawingStages, type DrawingStage } from './job-kinds.js';
import type { Problem } from '../../fields/problem.js';
import { createJobs, type JobKinds, type Jobs, type JobTools } from './jobs.js';

/** A measured stage of work: one of a job, or a wait for a thread or the store. */
export type Stage = DrawingStage | 'queue' | 'store';

/** Called with the duration of each stage, in seconds. */
export type WatchStage = (stage: Stage, seconds: number) => void;

/** The durations of a job in seconds, in the order of {@link drawingStages}; 0 for a stage that it does not have. */
export type Laps = readonly number[];

export interface TaskResult<Kind extends keyof JobKinds = keyof JobKinds> {
  readonly result: JobKinds[Kind]['result'];
  readonly laps: Laps;
}

export interface TaskRefusal {
  /** null: it takes more work than any job may. */
  readonly refusal: Pick<Problem, 'code' | 'detail' | 'options'> | null;
}

export function reportLaps(laps: Laps, watch: WatchStage): void {
  for (const [i, stage] of drawingStages.entries()) if (laps[i]! > 0) watch(stage, laps[i]!);
}

/** The stage of a job that draws nothing. Drawing ends with encoding. */
const stageWithoutDrawing: Readonly<Record<keyof JobKinds, DrawingStage>> = {
  draft: 'validate',
  bind: 'validate',
  preview: 'validate',
  document: 'validate',
  bulk: 'validate',
  layout: 'validate',
  picture: 'draw',
  variant: 'encode',
  encode: 'encode',
  decode: 'encode',
  play: 'encode',
  refresh: 'encode',
};

export function createTimedJobs(tools: Omit<JobTools, 'lap'>) {
  const laps = drawingStages.map(() => 0);
  let last = 0;
  /** The time since the last lap went into this stage. */
  const lap = (stage: DrawingStage): void => {
    const now = performance.now();
    laps[drawingStages.indexOf(stage)]! += (now - last) / 1000;
    last = now;
  };
  const jobs: Jobs = createJobs({ ...tools, lap });
  return {
    /** The durations of the last job. The next job overwrites them. */
    laps: laps as Laps,
    /** @throws what the job throws; then its durations are incomplete */
    run<Kind extends keyof JobKinds>(kind: Kind, job: JobKinds[Kind]['job']): JobKinds[Kind]['result'] {
      laps.fill(0);
      last = performance.now();
      const result = jobs[kind](job);
      lap(laps[drawingStages.indexOf('draw')]! > 0 ? 'encode' : stageWithoutDrawing[kind]);
      return result;
    },
  };
}
