import { Piscina } from 'piscina';
import { requestProblem, unavailable } from '../../fields/problem.js';
import { createFairQueue } from './fair-queue.js';
import { createJobClock } from './job-clock.js';

/** What a job may take, and how many may wait. */
export const threadLimits = {
  /** Milliseconds of a processor that a job may take. Then its thread is ended and replaced. */
  running: 2_000,
  /** Milliseconds that a job may wait for a thread. */
  waiting: 10_000,
  /** Milliseconds that a job may wait while no thread has started yet. */
  starting: 60_000,
  /** Jobs of one client that may wait. */
  jobsOfClient: 128,
  /** Jobs that may wait. */
  jobs: 512,
  /** Bytes of JSON that all waiting jobs may have. */
  bytes: 32 * 1024 * 1024,
  /** Megabytes of objects that a thread may hold. */
  heap: 128,
} as const;

/** Threads for jobs that are too long for the event loop. They start with the first job. */
export interface Threads<Job> {
  /**
   * Does a job: resolves with what the thread returns. Of several clients with waiting jobs, each gets its turn, and none has
   * all threads if there are more than one: another's job finds one free.
   * @param bytes about how long the job is as JSON
   * @throws {Problem} 422 `too_costly` when the job takes too long or too much memory; 503 when too many jobs wait
   */
  run(job: Job, client: string, bytes: number): Promise<unknown>;
  load(): Load;
  /** Ends the threads at once. */
  close(): Promise<void>;
}

/** What threads have to do. */
export interface Load {
  /** 0 until the first job. */
  readonly threads: number;
  /** Jobs that are being done. */
  readonly running: number;
  /** Jobs that wait for a thread. */
  readonly waiting: number;
}

interface Waiting<Job> {
  readonly job: Job;
  readonly bytes: number;
  readonly timer: NodeJS.Timeout;
  /** When it came, by `performance.now()`. */
  readonly since: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Limits = Readonly<Record<keyof typeof threadLimits, number>>;

/**
 * Starts `count` threads with the first job. Each does one job at a time.
 * @param filename the module that a thread loads. It posts `ready` when it is
 * @param waited is told for how many seconds each job has waited that is begun
 */
export function createThreads<Job>(
  filename: URL,
  workerData: unknown,
  count: number,
  limits: Limits = threadLimits,
  waited: (seconds: number) => void = () => undefined,
): Threads<Job> {
  let pool: Piscina<Job, unknown> | undefined;
  /** Whether a thread has been ready. */
  let started = false;
  const queue = createFairQueue<Waiting<Job>>();
  let bytes = 0;
  /** Threads that are loaded and have nothing to do. */
  let free = 0;
  /** By client, its jobs that are being done. */
  const running = new Map<string, number>();
  const mostOfClient = Math.max(1, count - 1);
  const clock = createJobClock(limits.running);

  const next = (): void => {
    while (free > 0) {
      const turn = queue.shift((client) => (running.get(client) ?? 0) < mostOfClient);
      if (!turn) return;
      const { client, item } = turn;
      clearTimeout(item.timer);
      bytes -= item.bytes;
      free--;
      waited((performance.now() - item.since) / 1000);
      running.set(client, (running.get(client) ?? 0) + 1);
      void begin(item, client);
    }
  };
  const ended = (client: string): void => {
    const others = running.get(client)! - 1;
    if (others > 0) running.set(client, others);
    else running.delete(client);
  };
  const ready = (): void => {
    started = true;
    free++;
    next();
  };
  const begin = async ({ job, resolve, reject }: Waiting<Job>, client: string): Promise<void> => {
    const { signal, end } = clock.start();
    try {
      resolve(await pool!.run(job, { signal }));
      end();
      ended(client);
      ready();
    } catch (error) {
      end();
      ended(client);
      const died = signal.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      // The thread that takes its place says when it is ready.
      if (!died) ready();
      reject(died ? tooCostly() : error);
    }
  };

  const startPool = (): Piscina<Job, unknown> => {
    const threads = new Piscina<Job, unknown>({
      filename: filename.href,
      workerData,
      minThreads: count,
      maxThreads: count,
      idleTimeout: Infinity,
      resourceLimits: { maxOldGenerationSizeMb: limits.heap, maxYoungGenerationSizeMb: 16 },
    });
    // A new thread takes the place of one that died; the job that it had, if any, was rejected.
    threads.on('error', () => undefined);
    threads.on('message', ready);
    return threads;
  };
  return {
    run(job, client, length) {
      if (queue.size >= limits.jobs || queue.waiting(client) >= limits.jobsOfClient || bytes + length > limits.bytes)
        return Promise.reject(busy());
      pool ??= startPool();
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => {
            if (!queue.remove(client, waiting)) return;
            bytes -= length;
            reject(busy());
          },
          started ? limits.waiting : limits.starting,
        );
        const since = performance.now();
        const waiting: Waiting<Job> = { job, bytes: length, timer, since, resolve, reject };
        bytes += length;
        queue.push(client, waiting);
        next();
      });
    },
    load: () => ({
      threads: pool ? count : 0,
      running: [...running.values()].reduce((sum, jobs) => sum + jobs, 0),
      waiting: queue.size,
    }),
    close: () => pool?.destroy() ?? Promise.resolve(),
  };
}

/** The error for a job that needs more than any job may take. */
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
