import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Pacer } from './pacer.js';

let arrived = -Infinity;

/** When a server of this process last accepted a connection, in milliseconds of `performance.now()`. */
export const lastArrival = (): number => arrived;

/**
 * Lets a server accept connections before it reads them: reading one creates its parser, which takes longer than all else about a
 * connection, and its first request follows.
 * @param admit returns the client of a connection; null: it was closed
 */
export function spreadConnections(server: Server, pacer: Pacer, admit: (socket: Socket) => string | null): void {
  const [parse] = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection');
  // An option that node:http does not pass on. Without it, bytes of the connections that wait are read into memory.
  Object.assign(server, { pauseOnConnect: true });
  server.on('connection', (socket: Socket) => {
    arrived = performance.now();
    pacer.accepted();
    const client = admit(socket);
    if (client === null) return;
    pacer.begin(client, 1, () => {
      if (socket.destroyed) return;
      parse!.call(server, socket);
      socket.resume();
    });
  });
}
