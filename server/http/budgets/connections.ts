import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { createShares } from './shares.js';
import { clientKey } from '../client.js';

/** What a connection may take. */
export const connectionLimits = {
  /** Connections of one address. */
  ofClient: 500,
  /** Requests of one connection, and of all, that wait because the answer before theirs is not finished. */
  waiting: 100,
  waitingInAll: 5_000,
  /** Bytes a second that a client reads at least, after a pause of as many milliseconds at most. */
  readPerSecond: 8 * 1024,
  readPauseMs: 30_000,
  /** Milliseconds between two looks at what clients have read. */
  lookMs: 5_000,
} as const;

interface Connection {
  /** Begins each request that waits, in their order. */
  readonly waiting: (() => void)[];
  isAnswering: boolean;
  /** Bytes that have left, and by when more of them have to. */
  left: number;
  deadline: number;
}

/**
 * Bounds what the connections of a server take, beside their number. A request begins when the answer to the one before it on
 * its connection is finished: a thousand in one packet would stop the event loop, and hold a thousand answers. A connection that
 * sends too many ahead, or reads too slowly, is closed, and so is each of an address that has too many, unless addresses are
 * those of proxies.
 */
export function boundConnections(
  server: Server,
  listener: RequestListener,
  areProxies: boolean,
  limits: Readonly<Record<keyof typeof connectionLimits, number>> = connectionLimits,
): RequestListener {
  const open = new Map<Socket, Connection>();
  const shares = createShares({ all: Infinity, client: areProxies ? Infinity : limits.ofClient });
  let waitingInAll = 0;

  const next = (connection: Connection): void => {
    const begin = connection.waiting.shift();
    connection.isAnswering = begin !== undefined;
    if (!begin) return;
    waitingInAll--;
    begin();
  };
  server.on('connection', (socket: Socket) => {
    const release = shares.take(clientKey(socket.remoteAddress ?? ''));
    if (!release) {
      socket.destroy();
      return;
    }
    const connection: Connection = { waiting: [], isAnswering: false, left: 0, deadline: Infinity };
    open.set(socket, connection);
    socket.once('close', () => {
      release();
      open.delete(socket);
      waitingInAll -= connection.waiting.splice(0).length;
    });
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const [socket, connection] of open) {
      const left = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0) connection.deadline = Infinity;
      else if (connection.deadline === Infinity || left > connection.left)
        connection.deadline = now + limits.readPauseMs + (socket.writableLength / limits.readPerSecond) * 1000;
      else if (now > connection.deadline) socket.destroy();
      connection.left = left;
    }
  }, limits.lookMs).unref();
  server.once('close', () => {
    clearInterval(look);
  });

  return (request, response) => {
    const { socket } = request;
    const connection = open.get(socket);
    // It was closed, but the packet that was being read has more requests.
    if (!connection || socket.destroyed) return;
    const begin = (): void => {
      // In another turn of the event loop: an answer may be finished in the same one.
      response.once('close', () => setImmediate(next, connection));
      listener(request, response);
    };
    if (!connection.isAnswering) {
      connection.isAnswering = true;
      begin();
    } else if (connection.waiting.length < limits.waiting && waitingInAll < limits.waitingInAll) {
      connection.waiting.push(begin);
      waitingInAll++;
    } else socket.destroy();
  };
}
