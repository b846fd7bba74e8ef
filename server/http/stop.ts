import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Milliseconds. */
export const stopTimes = {
  /** The ports stay open after `/health/ready` begins to fail: a balancer that checks twice a second sees it. */
  notice: 500,
  /** Connections may be idle after that. A client that uses one meanwhile learns that it ends, and loses nothing. */
  idle: 500,
  /**
   * Connections may be idle without a balancer: a request may be on its way on a new one. Also the interval between two closings
   * of idle connections: after a stream, a browser would use its connection again.
   */
  check: 100,
  /** Requests may run after the ports are closed. */
  requests: 3_000,
} as const;

/**
 * Stops servers. A balancer that checks `/health/ready` avoids the server during the notice; any other keeps its connections until
 * the ports close. So few clients connect at that moment, in which a connection can be lost. Later connections are refused, which
 * is safe to retry elsewhere. Resolves when all requests are answered, or cut after {@link stopTimes}, which is logged.
 * @param watched whether a balancer checks `/health/ready`
 * @param portsClosed called when the ports are closed: streams end now, and each connection with its next response
 */
export async function stopServers(
  {
    servers,
    log,
    watched,
    portsClosed,
  }: {
    readonly servers: readonly Server[];
    readonly log: Logger;
    readonly watched: boolean;
    readonly portsClosed: () => void;
  },
  times: Readonly<Record<keyof typeof stopTimes, number>> = stopTimes,
): Promise<void> {
  if (watched) await delay(times.notice);
  // A closing port resets connections that wait to be accepted.
  await shortTurn();
  const ended = servers.map(closePort);
  portsClosed();
  const late = setTimeout(() => {
    log.warn({ ms: times.requests }, 'Requests still run long after the stop, and are cut');
    for (const server of servers) server.closeAllConnections();
  }, times.requests);
  const leaveIdle = endIdle(servers, watched ? times.idle : times.check, times.check);
  await Promise.all(ended);
  leaveIdle();
  clearTimeout(late);
}

/** Accepts no more connections, and resolves when all have ended. Node's HTTP server would end idle ones immediately. */
function closePort(server: Server): Promise<unknown> {
  return new Promise((resolve) => Listener.prototype.close.call(server, resolve));
}

/** Ends idle connections after `first` milliseconds, then every `each`. The returned function stops that. */
function endIdle(servers: readonly Server[], first: number, each: number): () => void {
  const left = new AbortController();
  const { signal } = left;
  const endAll = async (): Promise<void> => {
    for (let wait = first; ; wait = each) {
      await delay(wait, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      // A closing connection resets a request that waits to be read.
      await shortTurn();
      for (const server of servers) server.closeIdleConnections();
    }
  };
  void endAll();
  return () => {
    left.abort();
  };
}

/** Waits for a short turn of the event loop: what arrived before it was accepted and read a moment ago. Waits 200 turns at most. */
async function shortTurn(): Promise<void> {
  for (let i = 0; i < 200; i++) {
    const start = performance.now();
    await turn();
    if (performance.now() - start < 0.5) return;
  }
}
