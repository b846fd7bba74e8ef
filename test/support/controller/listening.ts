import { getEventListeners, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { loadDevices } from '../../../devices/index.js';
import type { Diagnostic, PanelEvent, Refresh } from '../../../renderer/index.js';
import { listenForHosts } from '../../../server/panel/listen.js';
import { endAfterwards } from '../server.js';

export interface Listening {
  readonly path: string;
  readonly refreshes: readonly Refresh[];
  /** The diagnostics of each host that has disconnected. */
  readonly ends: readonly (readonly Diagnostic[])[];
  /** How many wait for the end of the panel. */
  listeners(): number;
  stop(): Promise<void>;
}

/** A panel that listens on a Unix socket in this process. */
export async function startListening(device: string, path: string): Promise<Listening> {
  const end = new AbortController();
  const refreshes: Refresh[] = [];
  const ends: (readonly Diagnostic[])[] = [];
  let stopped: Promise<void> | undefined;
  await new Promise<string>((resolve, reject) => {
    stopped = listenForHosts({
      device: loadDevices().get(device)!,
      address: { path },
      signal: end.signal,
      onListening: resolve,
      onRefresh: (refresh) => refreshes.push(refresh),
      onEnd: ({ diagnostics }) => ends.push(diagnostics),
    });
    stopped.catch(reject);
  });
  const stop = async (): Promise<void> => {
    end.abort();
    await stopped;
  };
  endAfterwards(stop);
  const listeners = () => getEventListeners(end.signal, 'abort').length;
  return { path, refreshes, ends, listeners, stop };
}

/** A host: sends events, and reads answers. */
export async function connectHost(path: string): Promise<{
  readonly socket: Socket;
  send(...events: readonly PanelEvent[]): void;
  answer(): Promise<Readonly<Record<string, unknown>>>;
}> {
  const socket = connect(path);
  await once(socket, 'connect');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  return {
    socket,
    send(...events) {
      socket.write(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    },
    async answer() {
      const next = (await lines.next()) as { readonly value: string };
      return JSON.parse(next.value) as Readonly<Record<string, unknown>>;
    },
  };
}

/** Events from words: `c24` is a command, `d00ff` are its data, and `busy` is an event without a value. */
export const eventsOf = (words: string): PanelEvent[] =>
  words.split(' ').map((word) => {
    const [, kind, hex] = /^([cd])((?:[0-9a-f]{2})+)$/.exec(word) ?? [];
    return (kind === undefined ? [word] : [kind, kind === 'c' ? parseInt(hex!, 16) : hex]) as unknown as PanelEvent;
  });
