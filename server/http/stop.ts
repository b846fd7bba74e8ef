import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** In milliseconds. */
export const stopTimes = {
  /** How long the ports stay open after `/health/ready` has begun to fail: whoever looks twice a second sees it. */
  notice: 500,
  /** How long connections may be idle after that. Whoever uses one meanwhile is told that it ends, and loses nothing. */
  idle: 500,
  /**
   * How long they may be idle if nobody shares out requests: one may be on its way on a new connection. So often, too, idle
   * ones are ended: after a stream, a browser would use its connection again.
   */
  look: 100,
  /** How long requests may still run after the ports are closed. */
  requests: 10_000,
} as const;

/** What is told to stop a server. */
export interface Stopping {
  readonly servers: readonly Server[];
  readonly log: Logger;
  /** Whether somebody shares out requests, who should turn away before the ports close. */
  readonly watched: boolean;
  /** Is called when the ports are closed: streams end now, and each connection with its next answer. */
  readonly portsClosed: () => void;
}

/**
 * Stops servers. A balancer that looks at `/health/ready` turns away during the notice; one that does not keeps its connections
 * until the ports close, so that hardly anybody connects at that moment, which is when a connection can be lost. From then on, new
 * ones are refused, which is safe to try elsewhere.
 * Resolves when all requests are answered, or cut after {@link stopTimes}, which is logged.
 */
export async function stopServers(
  { servers, log, watched, portsClosed }: Stopping,
  times: Readonly<Record<keyof typeof stopTimes, number>> = stopTimes,
): Promise<void> {
  if (watched) await delay(times.notice);
  // Right after new connections were taken: those that wait to be taken are reset when a port closes.
  await turn();
  const ended = servers.map(closePort);
  portsClosed();
  const late = setTimeout(() => {
    log.warn({ ms: times.requests }, 'Requests still run long after the stop, and are cut');
    for (const server of servers) server.closeAllConnections();
  }, times.requests);
  const idle = endIdle(servers, watched ? times.idle : times.look, times.look);
  await Promise.all(ended);
  idle.stop();
  clearTimeout(late);
}

/** Takes no more connections, and resolves when all have ended. Node's HTTP server would end idle ones at once. */
function closePort(server: Server): Promise<unknown> {
  return new Promise((resolve) => Listener.prototype.close.call(server, resolve));
}

/** Ends idle connections after `first` milliseconds, then every `each`. */
function endIdle(servers: readonly Server[], first: number, each: number): { readonly stop: () => void } {
  let timer: NodeJS.Timeout;
  const look = (): void => {
    for (const server of servers) server.closeIdleConnections();
    timer = setTimeout(look, each);
  };
  timer = setTimeout(look, first);
  return {
    stop: () => {
      clearTimeout(timer);
    },
  };
}
