import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Device } from '../../devices/index.js';
import { createPanel, type EmulatedPanel, type Refresh } from '../../renderer/index.js';
import { serveHost } from './host.js';

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
  let host = null as Promise<void> | null;
  const server = createServer((socket) => {
    const destroy = () => socket.destroy();
    socket.on('error', destroy);
    signal.addEventListener('abort', destroy);
    socket.once('close', () => {
      signal.removeEventListener('abort', destroy);
    });
    if (host) refuse(socket);
    // What connects and sends nothing only looks whether the panel listens.
    else
      socket.once('readable', () => {
        if (socket.bytesRead === 0) socket.end();
        else if (host) refuse(socket);
        else serve(socket);
      });
  });
  const serve = (socket: Socket): void => {
    const panel = createPanel(device);
    host = serveHost(socket, panel, onRefresh)
      .catch((error: unknown) => void server.emit('error', error))
      .then(() => {
        host = null;
        onEnd(panel);
      });
  };
  if ('path' in address) await removeStale(address.path);
  // `listen` of an aborted signal emits nothing.
  if (signal.aborted) return;
  server.listen({ ...address, signal });
  await once(server, 'listening');
  onListening('path' in address ? address.path : nameOf(address.host, (server.address() as AddressInfo).port));
  if (server.listening) await once(server, 'close');
  await host;
}

function refuse(socket: Socket): void {
  // Closing a connection with unread data would reset it.
  socket.resume();
  socket.end(`${JSON.stringify({ error: 'Expected one host a panel but another one is connected' })}\n`);
}

function nameOf(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Removes the socket of a panel that was killed: no process listens on it. */
async function removeStale(path: string): Promise<void> {
  if (!statSync(path, { throwIfNoEntry: false })?.isSocket()) return;
  const socket = connect(path);
  const code = await once(socket, 'connect').then(
    () => null,
    (error: unknown) => (error as NodeJS.ErrnoException).code,
  );
  socket.destroy();
  if (code === 'ECONNREFUSED') rmSync(path, { force: true });
}
