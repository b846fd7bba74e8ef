import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Config } from '../config.js';
import { createShares } from '../http/budgets/shares.js';
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
  const shares = createShares({ all: limits.clients, client: maxStreams });
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
      const refusal = refusalOf(request, door);
      const leave = refusal === null && shares.take(clientKey(request.socket.remoteAddress ?? ''));
      if (!leave) {
        const status = refusal ?? '503 Service Unavailable';
        socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
        return;
      }
      socket.once('close', leave).on('error', () => undefined);
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
