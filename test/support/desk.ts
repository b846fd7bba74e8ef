import { type Device, loadDevices } from '../../devices/index.js';
import { createPictures, createRenderer, defaultBinding, loadLayouts, TooCostly } from '../../renderer/index.js';
import type { Desk } from '../../server/labels/desk.js';
import { createHub } from '../../server/labels/events.js';
import { createImages } from '../../server/labels/images.js';
import { createLayouts } from '../../server/labels/layouts.js';
import { createJobs } from '../../server/labels/workshop/jobs.js';
import { tooCostly } from '../../server/labels/workshop/threads.js';
import { budgets, type Workshop } from '../../server/labels/workshop/workshop.js';
import { openSandbox, type Sandbox } from './store/sandbox.js';

const devices = loadDevices();
const files = loadLayouts();
const pictures = createPictures();
const renderer = await createRenderer({ pictures });

/** Does each job immediately, in this process. */
export function workshopOf(panels: ReadonlyMap<string, Device> = devices): Workshop {
  const jobs = createJobs({ devices: panels, layouts: files, renderer, pictures, budget: budgets.thread });
  return {
    // oxlint-disable-next-line typescript/require-await -- the contract is asynchronous
    async run(kind, job) {
      try {
        return jobs[kind](job);
      } catch (error) {
        throw error instanceof TooCostly ? tooCostly() : error;
      }
    },
    load: () => ({ threads: 0, running: 0, waiting: 0 }),
    close: () => Promise.resolve(),
  };
}

export async function memoryStore(): Promise<Sandbox> {
  const store = await openSandbox('memory:');
  await store.bind('default', null, defaultBinding, null);
  return store;
}

/** All that labels need, in this process; `more` takes the place of what is here. */
export async function createDesk({ store, ...more }: Partial<Desk> = {}): Promise<Desk> {
  const kept = store ?? (await memoryStore());
  const workshop = more.workshop ?? workshopOf(more.devices);
  const clock = more.clock ?? (() => new Date('2026-11-20T22:10:06.123Z'));
  return {
    clock,
    devices,
    layouts: createLayouts(files, kept, ''),
    workshop,
    store: kept,
    images: createImages(workshop),
    hub: createHub(clock),
    config: { refreshSpeed: 'instant' },
    ...more,
  };
}
