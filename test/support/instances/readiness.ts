import { setTimeout as delay } from 'node:timers/promises';
import { call, milk } from '../server.js';

/** The reasons of a server that is not ready; null: it is. */
async function unreadiness(url: string): Promise<string | null> {
  const { status, body } = await call(`${url}/health/ready`);
  const { store, rate_limiter: limiter } = body.checks as Readonly<Record<string, readonly { output?: string }[]>>;
  const said = [...store!, ...limiter!].flatMap(({ output }) => output ?? []).join(', ');
  return status === 200 ? null : said;
}

/**
 * Sends updates and checks readiness until `done`, or for 5 s.
 * @param done is called with whether the update succeeded, and with what readiness says: null when all is well
 * @returns the milliseconds
 */
export async function updateUntil(
  url: string,
  done: (updated: boolean, said: string | null) => boolean,
): Promise<number> {
  const start = performance.now();
  const ms = () => performance.now() - start;
  for (let sent = 0; ;) {
    const { status } = await call(`${url}/api/esl/update`, { body: { ...milk, price: `${++sent}.00` } });
    if (done(status === 200, await unreadiness(url)) || ms() > 5000) return ms();
    await delay(100);
  }
}
