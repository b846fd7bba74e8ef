import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { endAfterwards } from './server.js';

/** A connection to a local port, and the received text. */
export interface Client {
  readonly socket: Socket;
  readonly said: () => string;
  readonly closed: () => boolean;
}

/** Opens a connection that ends with the test, and sends `text`. `unread`: pauses reading until the socket is resumed. */
export async function openSocket(port: number, text = '', unread = false): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1' });
  endAfterwards(() => socket.destroy());
  let [said, closed] = ['', false];
  socket.on('data', (chunk: Buffer) => (said += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.once('close', () => (closed = true));
  await once(socket, 'connect');
  if (unread) socket.pause();
  if (text !== '') socket.write(text);
  return { socket, said: () => said, closed: () => closed };
}

/** A raw request without a body. */
export const requestOf = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Waits until `happened` returns true. @returns the milliseconds */
export async function until(happened: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<number> {
  const start = performance.now();
  while (!(await happened())) {
    if (performance.now() - start > withinMs) throw new Error(`Expected it to happen within ${withinMs} ms`);
    await delay(5);
  }
  return performance.now() - start;
}

/** Lets a server listen on localhost. @returns its port; default: a free one */
export async function listening(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A port that was free a moment ago, for another process. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
