import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { spreadConnections } from './arrivals.js';
import { boundChunks, cut } from './chunks.js';
import { createPacer, paceLimits } from './pacer.js';
import { createShares } from './shares.js';
import { timeouts } from './timeouts.js';
import { clientKey } from '../client.js';

export const connectionLimits = {
  /** Connections per address. */
  ofClient: 500,
  /** Requests of a connection, of an address, and of all, that wait for the response before theirs. */
  waiting: 16,
  waitingOfClient: 100,
  waitingInAll: 5_000,
  ...paceLimits,
  /** A client must read at least this many bytes a second, and may pause for this many milliseconds. */
  readPerSecond: 8 * 1024,
  readPauseMs: timeouts.readPause,
  /** Milliseconds between two checks of what clients have read. */
  checkMs: 5_000,
} as const;

type ConnectionLimits = Readonly<Record<keyof typeof connectionLimits, number>>;

type OpenConnection = ReturnType<typeof newConnection>;

function newConnection(client: string) {
  /** In their order. */
  const waiting: { readonly begin: () => void; readonly release: () => void }[] = [];
  // Bytes sent, and the time by which more must be sent.
  return { client, waiting, isAnswering: false, sent: 0, deadline: Infinity };
}

/**
 * Bounds the resources of a server's connections. A request begins when the response before it on its connection is finished: a
 * thousand requests in one packet would block the event loop, and hold a thousand responses. Closes connections that send too
 * many requests ahead or read too slowly, and those above the limit of their address, unless addresses are those of proxies.
 */
export function boundConnections(
  server: Server,
  listener: RequestListener,
  areProxies: boolean,
  limits: ConnectionLimits = connectionLimits,
): RequestListener {
  const open = new Map<Socket, OpenConnection>();
  const connections = createShares({ all: Infinity, client: areProxies ? Infinity : limits.ofClient });
  const waiting = createShares({ all: limits.waitingInAll, client: areProxies ? Infinity : limits.waitingOfClient });
  const pacer = createPacer(areProxies ? { ...limits, most: Infinity, least: Infinity } : limits);

  spreadConnections(server, pacer, (socket) => {
    const client = clientKey(socket.remoteAddress ?? '');
    const release = connections.take(client);
    if (release) track(open, socket, client, release);
    else socket.destroy();
    return release ? client : null;
  });
  const checks = setInterval(closeSlowReaders, limits.checkMs, open, limits).unref();
  server.once('close', () => {
    clearInterval(checks);
  });

  return (request, response) => {
    const { socket } = request;
    const connection = open.get(socket);
    // The connection is closed, but the packet that the parser reads has more requests.
    if (!connection || socket.destroyed) return;
    boundChunks(request, () => {
      cut(socket);
    });
    // Some 50 headers take as long as all else of a simple request.
    const weight = Math.ceil(request.rawHeaders.length / 100);
    const begin = (): void => {
      pacer.begin(connection.client, weight, () => {
        if (socket.destroyed) return;
        // In another turn of the event loop: a response may be finished in the same one.
        response.once('close', () => setImmediate(next, connection));
        listener(request, response);
      });
    };
    if (!connection.isAnswering) {
      connection.isAnswering = true;
      begin();
      return;
    }
    const release = connection.waiting.length < limits.waiting ? waiting.take(connection.client) : null;
    if (release) connection.waiting.push({ begin, release });
    else cut(socket);
  };
}

function track(open: Map<Socket, OpenConnection>, socket: Socket, client: string, release: () => void): void {
  const connection = newConnection(client);
  open.set(socket, connection);
  socket.once('close', () => {
    release();
    open.delete(socket);
    for (const request of connection.waiting.splice(0)) request.release();
  });
}

/** Begins the next request of a connection. */
function next(connection: OpenConnection): void {
  const request = connection.waiting.shift();
  connection.isAnswering = request !== undefined;
  request?.release();
  request?.begin();
}

function closeSlowReaders(
  open: ReadonlyMap<Socket, OpenConnection>,
  { readPauseMs, readPerSecond }: Pick<ConnectionLimits, 'readPauseMs' | 'readPerSecond'>,
): void {
  const now = performance.now();
  for (const [socket, connection] of open) {
    const sent = socket.bytesWritten - socket.writableLength;
    if (socket.writableLength === 0) connection.deadline = Infinity;
    else if (connection.deadline === Infinity || sent > connection.sent)
      connection.deadline = now + readPauseMs + (socket.writableLength / readPerSecond) * 1000;
    else if (now > connection.deadline) socket.destroy();
    connection.sent = sent;
  }
}
