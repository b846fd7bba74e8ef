/** The thread of a SQLite file, which dies when it has stored a second revision, before it answers. */
import { parentPort } from 'node:worker_threads';
import type { FromThread } from '../../../server/labels/store/sqlite/thread-channel.js';

const port = parentPort!;
const post = port.postMessage.bind(port);
port.postMessage = (message: FromThread): void => {
  const answers = message.kind === 'answers' ? message.answers : [];
  // A label that was read has a revision, too, and a PNG.
  const stored = answers.map(
    ({ outcome }) => outcome.kind === 'done' && (outcome.value as { readonly revision: number } | null),
  );
  if (stored.some((value) => value && value.revision === 2 && !('png' in value))) process.exit(1);
  post(message);
};

await import('../../../server/labels/store/sqlite/thread.js');
