import { Piscina } from 'piscina';
import { requestProblem, unavailable } from '../../fields/problem.js';
import { settled } from '../../parallel/pool.js';
import { FairQueue } from './fair-queue.js';
import { createJobClock } from './job-clock.js';

export const threadLimits = {
  /** Milliseconds of processor time per job. Then its thread is terminated and replaced. */
  running: 2_000,
  /** Milliseconds that a job waits for a thread. */
  waiting: 10_000,
  /** The same while no thread has started yet. */
  starting: 60_000,
  /** Waiting jobs of one client. */
  jobsOfClient: 128,
  /** Waiting jobs. */
  jobs: 512,
  /** Bytes of all waiting jobs as JSON. */
  bytes: 32 * 1024 * 1024,
  /** Megabytes of heap per thread. */
  heap: 128,
} as const;

/** Threads for jobs that take too long for the event loop. They start with the first job. */
export interface Threads<Job> {
  /**
   * Runs a job, and resolves with the result of the thread. Clients with waiting jobs take turns. One client never occupies every
   * thread if there are several.
   * @param bytes the approximate size of the job as JSON
   * @throws {Problem} 422 `too_costly` when the job takes too long or too much memory; 503 when too many jobs wait
   */
  run(job: Job, client: string, bytes: number): Promise<unknown>;
  /** The load of the threads, of which there are none until the first job. */
  load(): Readonly<Record<'threads' | 'running' | 'waiting', number>>;
  /** Ends the threads after their jobs, or after a second. */
  close(): Promise<void>;
}

interface WaitingJob<Job> {
  readonly job: Job;
  readonly bytes: number;
  readonly timer: NodeJS.Timeout;
  /** When it was queued, by `performance.now()`. */
  readonly since: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Limits = Readonly<Record<keyof typeof threadLimits, number>>;

type Pool<Job> = ReturnType<typeof newPool<Job>>;

function newPool<Job>(count: number, limits: Limits, waited: (seconds: number) => void) {
  return {
    ...{ limits, waited, queue: new FairQueue<WaitingJob<Job>>(), clock: createJobClock(limits.running) },
    /** The running jobs; their number by client, and the most of one client. */
    jobs: new Set<Promise<void>>(),
    running: new Map<string, number>(),
    maxRunning: Math.max(1, count - 1),
    threads: undefined as Piscina<Job, unknown> | undefined,
    /** Whether any thread has been ready. */
    isStarted: false,
    /** Of all waiting jobs. */
    bytes: 0,
    /** Idle threads. */
    free: 0,
  };
}

/**
 * Starts `count` threads with the first job. Each runs one job at a time.
 * @param filename the module of a thread, which posts `ready` after loading
 * @param waited is called with the seconds that each started job has waited
 */
export function createThreads<Job>(
  filename: URL,
  workerData: unknown,
  count: number,
  limits: Limits = threadLimits,
  waited: (seconds: number) => void = () => undefined,
): Threads<Job> {
  const pool = newPool<Job>(count, limits, waited);
  const { queue, running } = pool;
  const startThreads = (): Piscina<Job, unknown> => {
    const threads = new Piscina<Job, unknown>({
      filename: filename.href,
      workerData,
      minThreads: count,
      maxThreads: count,
      idleTimeout: Infinity,
      // Timers of idle threads run.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: limits.heap, maxYoungGenerationSizeMb: 16 },
    });
    // A thread that died is replaced; its job, if any, was rejected.
    threads.on('error', () => undefined);
    threads.on('message', () => {
      ready(pool);
    });
    return threads;
  };
  return {
    run(job, client, bytes) {
      const isFull = queue.size >= limits.jobs || pool.bytes + bytes > limits.bytes;
      if (isFull || queue.waiting(client) >= limits.jobsOfClient) return Promise.reject(busy());
      pool.threads ??= startThreads();
      return enqueue(pool, job, client, bytes);
    },
    load: () => ({
      threads: pool.threads ? count : 0,
      running: [...running.values()].reduce((sum, jobs) => sum + jobs, 0),
      waiting: queue.size,
    }),
    close: () => settled(pool.jobs).then(() => pool.threads?.destroy()),
  };
}

function enqueue<Job>(pool: Pool<Job>, job: Job, client: string, bytes: number): Promise<unknown> {
  const { queue, limits } = pool;
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      if (!queue.remove(client, waiting)) return;
      pool.bytes -= bytes;
      reject(busy());
    };
    const timer = setTimeout(giveUp, pool.isStarted ? limits.waiting : limits.starting);
    const waiting: WaitingJob<Job> = { job, bytes, timer, since: performance.now(), resolve, reject };
    pool.bytes += bytes;
    queue.push(client, waiting);
    begin(pool);
  });
}

/** Gives waiting jobs to idle threads. */
function begin<Job>(pool: Pool<Job>): void {
  const { queue, running, maxRunning, waited } = pool;
  while (pool.free > 0) {
    const turn = queue.shift((client) => (running.get(client) ?? 0) < maxRunning);
    if (!turn) return;
    const { client, item } = turn;
    clearTimeout(item.timer);
    pool.bytes -= item.bytes;
    pool.free--;
    waited((performance.now() - item.since) / 1000);
    running.set(client, (running.get(client) ?? 0) + 1);
    const job = runJob(pool, item, client);
    pool.jobs.add(job);
    void job.then(() => pool.jobs.delete(job));
  }
}

/** A thread is idle. */
function ready<Job>(pool: Pool<Job>): void {
  pool.isStarted = true;
  pool.free++;
  begin(pool);
}

async function runJob<Job>(pool: Pool<Job>, { job, resolve, reject }: WaitingJob<Job>, client: string): Promise<void> {
  const { running, clock } = pool;
  const { signal, end } = clock.start();
  const ended = (): void => {
    end();
    const others = running.get(client)! - 1;
    if (others > 0) running.set(client, others);
    else running.delete(client);
  };
  try {
    resolve(await pool.threads!.run(job, { signal }));
    ended();
    ready(pool);
  } catch (error) {
    ended();
    const died = signal.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    // Its replacement posts `ready`.
    if (!died) ready(pool);
    reject(died ? tooCostly() : error);
  }
}

/** The error for a job that exceeds its limits. */
export function tooCostly() {
  return requestProblem(
    422,
    'too_costly',
    'Expected a label that takes less work to draw: fewer or smaller pictures, shorter texts, fewer nodes',
  );
}

function busy() {
  return unavailable('Too many labels wait to be drawn. Nothing was stored', 2);
}
