/** What the time of a job goes into. */
export const drawingStages = ['validate', 'arrange', 'draw', 'encode'] as const;
export type DrawingStage = (typeof drawingStages)[number];

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

/** Tells of each stage that a job had. */
export function tellLaps(laps: Laps, watch: WatchStage): void {
  for (const [i, stage] of drawingStages.entries()) if (laps[i]! > 0) watch(stage, laps[i]!);
}
