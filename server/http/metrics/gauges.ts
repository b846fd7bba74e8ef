import type { Dependencies } from '../dependencies.js';

type Parts = Pick<Dependencies, 'metrics' | 'drawingPool' | 'images' | 'backend'>;

/**
 * Shows what parts of the server have to do at the moment, and what they keep. A part that is made elsewhere shows its numbers
 * in the same way, by `metrics.gauge`.
 */
export function showParts({ metrics, drawingPool, images, backend }: Parts): void {
  metrics.gauge('esl_drawing_threads', 'Threads that draw labels', () => drawingPool.load().threads);
  metrics.gauge('esl_drawing_threads_busy', 'Threads that draw a label now', () => drawingPool.load().running);
  metrics.gauge('esl_drawing_queue_jobs', 'Labels that wait for a thread', () => drawingPool.load().waiting);
  metrics.gauge('esl_images_cache_bytes', 'Bytes of the images in other views and sizes that are kept', () =>
    images.keptBytes(),
  );
  // Only a store with connections has such numbers.
  for (const name of Object.keys(backend.stats()))
    metrics.gauge(`esl_store_connections_${name}`, `Connections of the store: ${name}`, () => backend.stats()[name]!);
}
