import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Config } from '../config.js';
import { clientKey } from '../http/client.js';
import { allowedOrigin } from '../http/middleware/headers.js';
import { maxStreams } from '../http/budgets/limits.js';

/** Milliseconds between two pings. A client that has not answered the last one is let go. */
const pingMs = 15_000;
/** The most clients; bytes of a client's message, which nobody reads; bytes that a client may be behind. */
const limits = { clients: 64, message: 1024, behind: 256 * 1024 } as const;

/** The clients that listen to `/ws`. */
export interface Sockets {
  count(): number;
  /** Sends a message to all clients. One that reads too slowly is let go. */
  send(message: object): void;
  /** Takes a client's connection, or refuses it. `ready` is done first: what happens after it, the client hears. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, ready: () => Promise<void>): void;
  /** Ends the connections of all clients, who may come back. */
  restart(): void;
  close(): void;
}

/** Who may listen. */
interface Door {
  readonly corsOrigin: Config['corsOrigin'];
  readonly allowsHost: (header: string | undefined) => boolean;
  /** Whether nobody may listen. */
  readonly isClosed: () => boolean;
}

export function createSockets(door: Door): Sockets {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: limits.message });
  /** Clients that were heard since the last ping. */
  const alive = new WeakSet<WebSocket>();
  const clients = createCounter();
  const ping = setInterval(() => {
    for (const client of server.clients) {
      if (!alive.delete(client)) client.terminate();
      else client.ping();
    }
  }, pingMs);
  ping.unref();

  const listen = (client: WebSocket): void => {
    alive.add(client);
    client.on('pong', () => alive.add(client));
    // A frame that breaks the protocol: the library has closed the connection.
    client.on('error', () => undefined);
  };
  const restart = (): void => {
    for (const client of server.clients) client.close(1001);
  };
  return {
    count: () => server.clients.size,
    send(message) {
      if (door.isClosed()) {
        restart();
        return;
      }
      const text = JSON.stringify(message);
      for (const client of server.clients) {
        if (client.bufferedAmount > limits.behind) client.terminate();
        else client.send(text);
      }
    },
    upgrade(request, socket, head, ready) {
      const status = refusalOf(request, door) ?? clients.enter(request, socket);
      if (status !== null) {
        socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
        return;
      }
      socket.on('error', () => undefined);
      const begin = (): void => {
        server.handleUpgrade(request, socket, head, listen);
      };
      ready().then(begin, () => socket.destroy());
    },
    restart,
    close() {
      clearInterval(ping);
      restart();
      // Who does not answer is gone, or wants to keep the server from stopping.
      setTimeout(() => {
        for (const client of server.clients) client.terminate();
      }, 500).unref();
    },
  };
}

/** The status line of a refusal; null for a request that may be taken. */
function refusalOf({ headers, url = '' }: IncomingMessage, { corsOrigin, allowsHost, isClosed }: Door): string | null {
  if (!allowsHost(headers.host)) return '421 Misdirected Request';
  if (url.split('?', 1)[0] !== '/ws') return '404 Not Found';
  if (isClosed()) return '403 Forbidden';
  const { origin } = headers;
  return origin !== undefined && allowedOrigin(corsOrigin, origin) === undefined ? '403 Forbidden' : null;
}

/** Counts connections, all and those of each client. */
function createCounter() {
  const open = new Map<string, number>();
  let all = 0;
  return {
    /** Counts a connection until it closes; a status line when there are too many. */
    enter(request: IncomingMessage, socket: Duplex): string | null {
      const client = clientKey(request.socket.remoteAddress ?? '');
      const own = open.get(client) ?? 0;
      if (all >= limits.clients || own >= maxStreams) return '503 Service Unavailable';
      all++;
      open.set(client, own + 1);
      socket.once('close', () => {
        all--;
        const left = open.get(client)! - 1;
        if (left > 0) open.set(client, left);
        else open.delete(client);
      });
      return null;
    },
  };
}
