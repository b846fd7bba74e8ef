import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** In milliseconds. */
export const stopTimes = {
  /** How long the ports stay open after `/health/ready` has begun to fail: whoever looks twice a second sees it. */
  notice: 500,
  /** How long requests may still run after the ports are closed. */
  requests: 10_000,
  /** How often connections are looked at: after a stream has ended, its connection is idle, and a browser would use it again. */
  look: 100,
} as const;

/** What is told to stop a server. */
export interface Stopping {
  readonly servers: readonly Server[];
  readonly log: Logger;
  /** Whether somebody shares out requests, who should turn away before the ports close. */
  readonly watched: boolean;
  /** Ends what has no end of its own: event streams. */
  readonly endStreams: () => void;
}

/**
 * Stops servers, which answer with `Connection: close` by now: after a notice to whom shares out requests, they take no more
 * connections. Resolves when all requests are answered, or cut after {@link stopTimes}, which is logged.
 */
export async function stopServers(
  { servers, log, watched, endStreams }: Stopping,
  times: Readonly<Record<keyof typeof stopTimes, number>> = stopTimes,
): Promise<void> {
  if (watched) await delay(times.notice);
  endStreams();
  const idle = setInterval(() => {
    for (const server of servers) server.closeIdleConnections();
  }, times.look);
  const late = setTimeout(() => {
    log.warn({ ms: times.requests }, 'Requests still run long after the stop, and are cut');
    for (const server of servers) server.closeAllConnections();
  }, times.requests);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  clearInterval(idle);
  clearTimeout(late);
}
