import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
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
    const destroy = () => socket.destroy();
    signal.addEventListener('abort', destroy);
    socket.once('close', () => {
      signal.removeEventListener('abort', destroy);
    });
    void serveHost(socket, panel, onRefresh)
      .catch((error: unknown) => server.emit('error', error))
      .finally(() => {
        occupied = false;
        onEnd(panel);
      });
  });
  server.listen({ ...address, signal });
  await once(server, 'listening');
  onListening('path' in address ? address.path : `${address.host}:${(server.address() as AddressInfo).port}`);
  if (server.listening) await once(server, 'close');
}
