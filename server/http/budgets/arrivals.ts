import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Limits of new connections. */
export const arrivalLimits = {
  /** Milliseconds in which one connection of an address is read immediately; the others wait. */
  windowMs: 10,
  /** Waiting connections that begin to be read in a turn of the event loop. */
  perTurn: 4,
  /** While more connections come, turns without reading take this many times as long as those with it. */
  pause: 4,
} as const;

type ArrivalLimits = Readonly<Record<keyof typeof arrivalLimits, number>>;

/**
 * Lets a server accept connections before it reads them. Node accepts one per turn of the event loop, in the order in which they
 * came: a client that opens hundreds would delay those of others by the time that its requests take. Most connections of such a
 * client are read when no more come, or a few at a time.
 * @param admit returns the client of a connection; null: it was closed
 */
export function spreadConnections(
  server: Server,
  admit: (socket: Socket) => string | null,
  { windowMs, perTurn, pause }: ArrivalLimits = arrivalLimits,
): void {
  // Node's listener creates the parser, which takes longer than all else about a connection.
  const [parse] = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection');
  // An option that node:http does not pass on. Without it, bytes of the connections that wait are read into memory.
  Object.assign(server, { pauseOnConnect: true });

  const waiting: Socket[] = [];
  /** Clients that have connected in the current window. */
  const recent = new Set<string>();
  let [windowEnd, pauseEnd] = [0, 0];
  let [accepted, isDue] = [false, false];
  /** When the previous turn began to read connections; null: it read none. */
  let reading: number | null = null;

  const read = (socket: Socket): void => {
    if (socket.destroyed) return;
    parse!.call(server, socket);
    socket.resume();
  };
  const turn = (): void => {
    const now = performance.now();
    // Their first requests have run meanwhile.
    if (reading !== null) pauseEnd = now + pause * (now - reading);
    const reads = !accepted || now >= pauseEnd;
    reading = reads ? now : null;
    if (reads) for (const socket of waiting.splice(0, perTurn)) read(socket);
    accepted = false;
    isDue = waiting.some(({ destroyed }) => !destroyed);
    if (isDue) setImmediate(turn);
  };
  server.on('connection', (socket: Socket) => {
    accepted = true;
    const client = admit(socket);
    if (client === null) return;
    const now = performance.now();
    if (now >= windowEnd) {
      recent.clear();
      windowEnd = now + windowMs;
    }
    if (!recent.has(client)) {
      recent.add(client);
      read(socket);
      return;
    }
    waiting.push(socket);
    if (!isDue) setImmediate(turn);
    isDue = true;
  });
}
