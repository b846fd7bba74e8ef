import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Milliseconds without requests until the event loop collects its garbage, and until it collects again: V8 would keep that of the last
 * requests, often 60 MB. It gives the young generation back if little was allocated in the five seconds before a collection.
 */
const idleMs = 6_000;
/** Bytes by which the heap must have grown: a collection stops the event loop for some 30 ms. */
const minGrowth = 16 * 1024 * 1024;

let timer: NodeJS.Timeout | undefined;
let isAgain = false;
/** Bytes of the heap after the last collection. */
let heapBytes = 0;

/** Collects garbage, unless it is called again soon. To be called for each request. */
export function collectWhenIdle(): void {
  isAgain = false;
  timer ??= setTimeout(collect, idleMs).unref();
  timer.refresh();
}

function collect(): void {
  if (!isAgain && getHeapStatistics().total_heap_size < heapBytes + minGrowth) return;
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  heapBytes = getHeapStatistics().total_heap_size;
  isAgain = !isAgain;
  if (isAgain) timer!.refresh();
}
