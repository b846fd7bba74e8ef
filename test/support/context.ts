import { type Device, loadDevices } from '../../devices/index.js';
import { defaultBinding, loadLayouts, TooCostly } from '../../renderer/index.js';
import type { LabelContext } from '../../server/labels/context.js';
import { createEvents } from '../../server/labels/events.js';
import { createImages } from '../../server/labels/drawing/images.js';
import { createLayouts } from '../../server/labels/layouts.js';
import { createJobs, type Jobs } from '../../server/labels/drawing/jobs.js';
import { tooCostly } from '../../server/labels/drawing/threads.js';
import { budgets, type DrawingPool } from '../../server/labels/drawing/pool.js';
import { pictures, renderer } from './rulers/renderers.js';
import { openSandbox, type Sandbox } from './store/sandbox.js';

const devices = loadDevices();
const files = loadLayouts();

/** Runs each task immediately in this process. */
export function drawingPoolOf(panels: ReadonlyMap<string, Device> = devices, layouts = files): DrawingPool {
  const jobs: Jobs = createJobs({ devices: panels, layouts, renderer, pictures, budget: budgets.thread });
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

/** A label context in this process. `more` replaces parts of it. */
export async function createContext({ store, ...more }: Partial<LabelContext> = {}): Promise<LabelContext> {
  const kept = store ?? (await memoryStore());
  const drawingPool = more.drawingPool ?? drawingPoolOf(more.devices);
  const clock = more.clock ?? (() => new Date('2026-11-20T22:10:06.123Z'));
  return {
    clock,
    devices,
    layouts: createLayouts(files, kept, ''),
    drawingPool,
    store: kept,
    images: createImages(drawingPool),
    events: createEvents(kept.log, clock),
    config: { refreshSpeed: 'instant' },
    ...more,
  };
}
