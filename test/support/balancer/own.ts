import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { listening } from '../socket.js';

/** Something that shares requests out among servers. */
export interface Balancer {
  /** Without a slash at its end. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Shares requests out in turn, and to the next server when one refuses the connection, as nginx does. Connections are kept: one for
 * each request would meet a port at the moment when it closes.
 */
export async function startOwn(ports: readonly number[]): Promise<Balancer> {
  let count = 0;
  const agent = new Agent({ keepAlive: true });
  const server = createServer((asked, answer) => {
    pass(asked, answer, count++, ports.length);
  });
  /** Passes a request on to the server with the number `turn`; `left` servers may be tried. */
  function pass(asked: IncomingMessage, answer: ServerResponse, turn: number, left: number): void {
    const chain = [asked.headers['x-forwarded-for'], asked.socket.remoteAddress].filter(Boolean).join(', ');
    const headers = { ...asked.headers, connection: 'keep-alive', 'x-forwarded-for': chain };
    const { method, url: path } = asked;
    const onward = request({ host: '127.0.0.1', port: ports[turn % ports.length], method, path, headers, agent });
    // Nothing of the body is read before there is a connection: another server gets it whole.
    onward.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => asked.pipe(onward));
      else asked.pipe(onward);
    });
    onward.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && left > 1) pass(asked, answer, turn + 1, left - 1);
      else if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    });
    onward.once('response', (response) => {
      // How the connection between the two is used is no concern of the client.
      const ofConnection = ['connection', 'keep-alive', 'transfer-encoding'];
      const kept = Object.entries(response.headers).filter(([header]) => !ofConnection.includes(header));
      answer.writeHead(response.statusCode!, Object.fromEntries(kept)).flushHeaders();
      // A server that is killed in the middle of its answer: the client must learn of it.
      pipeline(response, answer, (error) => error && answer.destroy());
      answer.once('close', () => onward.destroy());
    });
  }
  // On a busy machine a client would send on a connection that is just being closed.
  server.keepAliveTimeout = 60_000;
  return {
    url: `http://127.0.0.1:${await listening(server)}`,
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
