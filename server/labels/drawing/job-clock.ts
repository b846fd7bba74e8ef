/** A job may take this many times its limit in real time, however little processor time it gets. */
const maxSlowdown = 10;

interface RunningJob {
  readonly controller: AbortController;
  /** By `performance.now()`. */
  readonly deadline: number;
  usedMs: number;
}

/**
 * Aborts jobs by the processor time that they use: on a busy machine an honest job only takes longer. Node can't measure the
 * processor time of another thread. So the time of the process is divided equally among its running jobs, and no job is charged
 * more than the real time.
 * @param cpuMs the processor time that the process has used, in milliseconds
 */
export function createJobClock(limitMs: number, cpuMs: () => number = processCpuMs) {
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
    /** @returns a signal that aborts the job, and the function to call when the job ends */
    start(): { readonly signal: AbortSignal; readonly end: () => void } {
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
