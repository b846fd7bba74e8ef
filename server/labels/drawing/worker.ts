/** The program of each thread of the pool. */
import { getPriority, platform, setPriority } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { workerData } from 'piscina';
import { createPictures, createRenderer, TooCostly } from '../../../renderer/index.js';
import { openCatalogue } from '../../fields/catalogue.js';
import { Problem } from '../../fields/problem.js';
import type { JobKinds, Task } from './jobs.js';
import { createTimedJobs, type TaskRefusal, type TaskResult } from './timed-jobs.js';
import type { ThreadData } from './pool.js';

/** How much lower the priority of a thread is than that of the event loop, which answers all clients. 19 is the lowest. */
const lowered = 5;
// Only Linux has a priority for each thread.
if (platform() === 'linux') setPriority(Math.min(19, getPriority() + lowered));

const { budget, ...folders } = workerData as ThreadData;
const pictures = createPictures();
/** Without a top-level await: V8 ends the whole process if a thread is ended while such a module is evaluated. */
const opening = createRenderer({ pictures }).then((renderer) => {
  const jobs = createTimedJobs({ ...openCatalogue(folders), renderer, pictures, budget });
  parentPort!.postMessage('ready');
  return jobs;
});

/** Milliseconds without a job after which a thread collects its garbage: V8 would keep that of the last jobs, often 100 MB. */
const idleMs = 2_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const idle = setTimeout(() => {
  collectGarbage();
  // The memories of WebAssembly go in the second collection.
  setImmediate(collectGarbage);
}, idleMs).unref();

/** The result of a job and its times, or why it is refused. */
export default async function work<Kind extends keyof JobKinds>({
  kind,
  job,
}: Task<Kind>): Promise<TaskResult<Kind> | TaskRefusal> {
  const jobs = await opening;
  try {
    return { result: jobs.run(kind, job), laps: jobs.laps };
  } catch (error) {
    if (error instanceof TooCostly) return { refusal: null };
    if (error instanceof Problem) {
      const { code, detail, options } = error;
      return { refusal: { code, detail, options } };
    }
    throw error;
  } finally {
    // The canvas frees memory outside of the heap only between turns of the event loop.
    await turn();
    idle.refresh();
  }
}
