import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { listening } from '../socket.js';

export interface Balancer {
  /** Without a slash at the end. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * A round-robin balancer, which tries the next server after a refused connection, like nginx. It reuses connections: new ones
 * could reach a closing port.
 */
export async function startOwn(ports: readonly number[]): Promise<Balancer> {
  let count = 0;
  const agent = new Agent({ keepAlive: true });
  const server = createServer((asked, answer) => {
    pass(asked, answer, count++, ports.length);
  });
  /** Forwards a request to server number `turn`; tries `left` servers. */
  function pass(asked: IncomingMessage, answer: ServerResponse, turn: number, left: number): void {
    const chain = [asked.headers['x-forwarded-for'], asked.socket.remoteAddress].filter(Boolean).join(', ');
    const headers = { ...asked.headers, connection: 'keep-alive', 'x-forwarded-for': chain };
    const { method, url: path } = asked;
    const onward = request({ host: '127.0.0.1', port: ports[turn % ports.length], method, path, headers, agent });
    // The body is read only after connecting, so that another server can get it.
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
      // Hop-by-hop headers are not for the client.
      const ofConnection = ['connection', 'keep-alive', 'transfer-encoding'];
      const kept = Object.entries(response.headers).filter(([header]) => !ofConnection.includes(header));
      answer.writeHead(response.statusCode!, Object.fromEntries(kept)).flushHeaders();
      // The server was killed during its response: the client must notice.
      pipeline(response, answer, (error) => error && answer.destroy());
      answer.once('close', () => onward.destroy());
    });
  }
  // On a busy machine a client could send on a closing connection.
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
