import type { Dependencies } from '../dependencies.js';

/** Registers gauges of the server's load and caches. */
export function registerGauges({
  metrics,
  drawingPool,
  images,
  backend,
}: Pick<Dependencies, 'metrics' | 'drawingPool' | 'images' | 'backend'>): void {
  metrics.gauge('esl_drawing_threads', 'Threads that draw labels', () => drawingPool.load().threads);
  metrics.gauge('esl_drawing_threads_busy', 'Threads that draw a label now', () => drawingPool.load().running);
  metrics.gauge('esl_drawing_queue_jobs', 'Labels that wait for a thread', () => drawingPool.load().waiting);
  metrics.gauge('esl_images_cache_bytes', 'Bytes of the images in other views and sizes that are kept', () =>
    images.keptBytes(),
  );
  // Only stores with connections have these.
  for (const name of Object.keys(backend.stats()))
    metrics.gauge(`esl_store_connections_${name}`, `Connections of the store: ${name}`, () => backend.stats()[name]!);
}
