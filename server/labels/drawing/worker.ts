/** The program of each thread of the pool. */
import { setImmediate as turn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { workerData } from 'piscina';
import { createPictures, createRenderer, TooCostly } from '../../../renderer/index.js';
import { openCatalogue } from '../../fields/catalogue.js';
import type { JobKinds, Task } from './job-kinds.js';
import { createTimedJobs, type TaskResult } from './timed-jobs.js';
import type { ThreadData } from './pool.js';

const { budget, ...folders } = workerData as ThreadData;
const pictures = createPictures();
const renderer = await createRenderer({ pictures });
const jobs = createTimedJobs({ ...openCatalogue(folders), renderer, pictures, budget });

/** The result of a job and its times, or null when it took more work than the budget. */
export default async function work<Kind extends keyof JobKinds>({
  kind,
  job,
}: Task<Kind>): Promise<TaskResult<Kind> | null> {
  try {
    return { result: jobs.run(kind, job), laps: jobs.laps };
  } catch (error) {
    if (error instanceof TooCostly) return null;
    throw error;
  } finally {
    // The canvas frees memory outside of the heap only between turns of the event loop.
    await turn();
  }
}

parentPort!.postMessage('ready');
