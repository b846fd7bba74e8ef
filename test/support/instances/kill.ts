import { expect } from '@jest/globals';
import { type Acknowledged, lookForLosses } from './tills.js';
import { call, milk, type RunningServer, type ServerProcess } from '../server.js';

/** The time limit of a round in milliseconds: the tests check for losses, not for speed. */
const maxMs = 10_000;

/**
 * Repeats all `steps` concurrently until `enough`, then kills the server.
 * @throws earlier errors of steps
 */
export async function killAmid(
  server: ServerProcess,
  steps: readonly (() => Promise<void>)[],
  enough: () => boolean,
): Promise<void> {
  let killed = false;
  let reached!: () => void;
  const due = new Promise<void>((resolve) => (reached = resolve));
  const timer = setTimeout(reached, maxMs);
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

/**
 * Posts updates, one at a time per entry of the list of labels, until enough are acknowledged, then kills the server. Any status
 * but 200 fails the test.
 */
export async function postAndKill(
  server: ServerProcess,
  ids: readonly string[],
  enough: number,
): Promise<readonly Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  const steps = ids.map((id, poster) => {
    let cents = 10_000 * poster;
    return async () => {
      const price = `${Math.floor(++cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      const sentAt = performance.now();
      const { status, body } = await call(`${server.url}/api/esl/labels/${id}/update`, { body: { ...milk, price } });
      expect(status).toBe(200);
      acknowledged.push({ id, revision: body.label.revision, price, sentAt, answeredAt: performance.now() });
    };
  });
  await killAmid(server, steps, () => acknowledged.length >= enough);
  return acknowledged;
}

/** Expects each acknowledged revision with its price, unless it is old enough to be dropped. */
export async function expectStored(server: RunningServer, acknowledged: readonly Acknowledged[]): Promise<void> {
  expect(acknowledged.length).toBeGreaterThan(0);
  const ids = [...new Set(acknowledged.map(({ id }) => id))];
  expect(await lookForLosses(server.url, ids, acknowledged)).toEqual([]);
}
