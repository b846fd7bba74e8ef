import type { RunningServer } from './server.js';

/** A round is over after so many milliseconds, however little was done: tests of it judge what was lost, not the disk. */
const longest = 10_000;

/**
 * Repeats all `steps` beside each other until there is `enough`, then kills the server in the middle of them.
 * @throws what a step throws before that.
 */
export async function killAmid(
  server: RunningServer,
  steps: readonly (() => Promise<void>)[],
  enough: () => boolean,
): Promise<void> {
  let killed = false;
  let reached!: () => void;
  const due = new Promise<void>((resolve) => (reached = resolve));
  const timer = setTimeout(reached, longest);
  const repeated = Promise.all(
    steps.map(async (step) => {
      for (;;) {
        try {
          await step();
        } catch (error) {
          if (killed) return;
          throw error;
        }
        if (enough()) reached();
      }
    }),
  );
  try {
    await Promise.race([due, repeated]);
  } finally {
    clearTimeout(timer);
    killed = true;
    await server.kill();
  }
  await repeated;
}
