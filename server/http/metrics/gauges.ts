import type { Dependencies } from '../dependencies.js';

/**
 * Shows what parts of the server have to do at the moment, and what they keep. A part that is made elsewhere shows its numbers
 * in the same way, by `metrics.gauge`.
 */
export function showParts({ metrics, workshop, images }: Pick<Dependencies, 'metrics' | 'workshop' | 'images'>): void {
  metrics.gauge('esl_drawing_threads', 'Threads that draw labels', () => workshop.load().threads);
  metrics.gauge('esl_drawing_threads_busy', 'Threads that draw a label now', () => workshop.load().running);
  metrics.gauge('esl_drawing_queue_jobs', 'Labels that wait for a thread', () => workshop.load().waiting);
  metrics.gauge('esl_images_cache_bytes', 'Bytes of the images in other views and sizes that are kept', () =>
    images.keptBytes(),
  );
}
