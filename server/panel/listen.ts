import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Device } from '../../devices/index.js';
import { createPanel, type EmulatedPanel, type Refresh } from '../../renderer/index.js';
import { serveHost } from './host.js';

/** Where a panel listens. */
export type ListenAddress = { readonly path: string } | { readonly host: string; readonly port: number };

export interface ListenOptions {
  readonly device: Device;
  readonly address: ListenAddress;
  readonly signal: AbortSignal;
  readonly onListening: (place: string) => void;
  readonly onRefresh: (refresh: Refresh) => void;
  /** A host has disconnected. */
  readonly onEnd: (panel: EmulatedPanel) => void;
}

/** Waits for hosts, one after the other; each has a panel that was just switched on. Ends with the signal. */
export async function listenForHosts(options: ListenOptions): Promise<void> {
  const { device, address, signal, onListening, onRefresh, onEnd } = options;
  let occupied = false;
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    if (occupied) {
      socket.end(`${JSON.stringify({ error: 'Expected one host a panel but another one is connected' })}\n`);
      return;
    }
    occupied = true;
    const panel = createPanel(device);
    const serving = serveHost(socket, {
      panel,
      onRefresh,
      sleep,
      clock: Date.now,
    });
    void serving
      .catch((error: unknown) => server.emit('error', error))
      .finally(() => {
        occupied = false;
        onEnd(panel);
      });
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
  });
  await started(server, address);
  onListening(placeOf(server, address));
  await ended(server, signal);
  if ('path' in address) rmSync(address.path, { force: true });
}

async function started(server: Server, address: ListenAddress): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function ended(server: Server, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const close = () =>
      server.close(() => {
        resolve();
      });
    if (signal.aborted) close();
    else signal.addEventListener('abort', close, { once: true });
  });
}

function placeOf(server: Server, address: ListenAddress): string {
  if ('path' in address) return address.path;
  const bound = server.address();
  return typeof bound === 'object' && bound ? `${address.host}:${bound.port}` : address.host;
}
