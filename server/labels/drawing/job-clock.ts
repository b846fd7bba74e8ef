/** A job may take this many times its limit by the clock, however little of the processors it gets. */
const maxSlowdown = 10;

/** Ends jobs by the processor time that they get: on a busy machine an honest job only takes longer. */
export interface JobClock {
  /** @returns a signal that is aborted when the job's time is over, and the function to call when the job ends */
  start(): { readonly signal: AbortSignal; readonly end: () => void };
}

interface RunningJob {
  readonly controller: AbortController;
  /** By `performance.now()`. */
  readonly deadline: number;
  usedMs: number;
}

/**
 * Node has no clock for the processor time of another thread. So the process's time is shared equally among its running jobs, and
 * none gets more of it than has passed by the clock.
 * @param cpuMs the processor time that the process has used, in milliseconds
 */
export function createJobClock(limitMs: number, cpuMs: () => number = processCpuMs): JobClock {
  const running = new Set<RunningJob>();
  let last = { time: 0, cpu: 0 };
  let timer: NodeJS.Timeout | undefined;

  const account = (): void => {
    const current = { time: performance.now(), cpu: cpuMs() };
    const share = Math.min(current.time - last.time, (current.cpu - last.cpu) / running.size);
    last = current;
    for (const job of running) {
      job.usedMs += share;
      if (job.usedMs >= limitMs || current.time >= job.deadline) job.controller.abort();
    }
  };
  return {
    start() {
      account();
      const controller = new AbortController();
      const job: RunningJob = { controller, deadline: performance.now() + limitMs * maxSlowdown, usedMs: 0 };
      running.add(job);
      timer ??= setInterval(account, limitMs / 20).unref();
      return {
        signal: controller.signal,
        end: () => {
          account();
          running.delete(job);
          if (running.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      };
    },
  };
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
