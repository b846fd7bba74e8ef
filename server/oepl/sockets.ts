import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Config } from '../config.js';
import { createShares } from '../http/budgets/shares.js';
import { clientKey } from '../http/client.js';
import { allowedOrigin } from '../http/middleware/headers.js';
import { maxStreams } from '../http/budgets/limits.js';

/** Milliseconds between two pings. A client that has not answered the last one is disconnected. */
const pingMs = 15_000;
/** Clients, bytes of a client's message, which is ignored, and bytes that a client may be behind. */
const limits = { clients: 64, message: 1024, behind: 256 * 1024 } as const;

/** Decides which clients may connect. */
interface SocketRules {
  readonly corsOrigin: Config['corsOrigin'];
  readonly allowsHost: (header: string | undefined) => boolean;
  /** Whether all clients are refused. */
  readonly isClosed: () => boolean;
}

/** The clients of `/ws`. */
export type Sockets = ReturnType<typeof createSockets>;

export function createSockets(admission: SocketRules) {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: limits.message });
  /** Clients that have answered the last ping. */
  const alive = new WeakSet<WebSocket>();
  const shares = createShares({ all: limits.clients, client: maxStreams });
  const ping = setInterval(() => {
    for (const client of server.clients)
      if (alive.delete(client)) client.ping();
      else client.terminate();
  }, pingMs).unref();

  const listen = (client: WebSocket): void => {
    alive.add(client);
    // After an invalid frame, the library closes the connection.
    client.on('pong', () => alive.add(client)).on('error', () => undefined);
  };
  return {
    count: () => server.clients.size,
    /** Sends a message to all clients. Disconnects those that read too slowly. */
    send(message: object): void {
      if (admission.isClosed()) {
        disconnect(server);
        return;
      }
      const text = JSON.stringify(message);
      for (const client of server.clients) {
        if (client.bufferedAmount > limits.behind) client.terminate();
        else client.send(text);
      }
    },
    /** Accepts or refuses a connection. Waits for `ready` first: the client receives all messages after it. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, ready: () => Promise<void>): void {
      // Node has removed its own listener: a reset connection would end the server.
      socket.on('error', () => undefined);
      const refusal = refusalOf(request, admission);
      const leave = refusal === null && shares.take(clientKey(request.socket.remoteAddress ?? ''));
      if (!leave) {
        const status = refusal ?? '503 Service Unavailable';
        socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
        return;
      }
      socket.once('close', leave);
      const begin = (): void => {
        server.handleUpgrade(request, socket, head, listen);
      };
      ready().then(begin, () => socket.destroy());
    },
    restart(): void {
      disconnect(server);
    },
    close(): void {
      clearInterval(ping);
      disconnect(server);
      // A client that does not answer must not keep the server from stopping.
      setTimeout(() => {
        for (const client of server.clients) client.terminate();
      }, 500).unref();
    },
  };
}

/** Closes all connections. Clients may connect again. */
function disconnect({ clients }: WebSocketServer): void {
  for (const client of clients) client.close(1001);
}

/** The status line of a refusal; null: the request is accepted. */
function refusalOf(
  { headers, url = '' }: IncomingMessage,
  { corsOrigin, allowsHost, isClosed }: SocketRules,
): string | null {
  if (!allowsHost(headers.host)) return '421 Misdirected Request';
  if (url.split('?', 1)[0] !== '/ws') return '404 Not Found';
  if (isClosed()) return '403 Forbidden';
  const { origin } = headers;
  return origin !== undefined && allowedOrigin(corsOrigin, origin) === undefined ? '403 Forbidden' : null;
}
