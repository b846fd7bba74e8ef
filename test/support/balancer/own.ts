import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Something that shares requests out among servers. */
export interface Balancer {
  /** Without a slash at its end. */
  readonly url: string;
  stop(): Promise<void>;
}

/** What nginx does, as far as tests look at it: in turn, to the next one if a server refuses the connection, and at once. */
export async function startOwn(ports: readonly number[]): Promise<Balancer> {
  let turn = 0;
  // As nginx does: whoever connects anew for each request meets a port at the moment when it closes.
  const agent = new Agent({ keepAlive: true });
  const server = createServer((asked, answer) => {
    pass(asked, answer, { ports, agent, turn: turn++, left: ports.length });
  });
  // On a busy machine a client would send on a connection that is just being closed.
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Way {
  readonly ports: readonly number[];
  readonly agent: Agent;
  /** Counts on; the server whose turn it is is the rest. */
  readonly turn: number;
  /** How many servers may still be tried. */
  readonly left: number;
}

/** Passes a request on to the server whose turn it is. */
function pass(asked: IncomingMessage, answer: ServerResponse, way: Way): void {
  const { ports, agent, turn, left } = way;
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
    if (error.code === 'ECONNREFUSED' && left > 1) pass(asked, answer, { ...way, turn: turn + 1, left: left - 1 });
    else if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end();
  });
  onward.once('response', (response) => {
    // How the connection between the two is used is no concern of the client.
    const ofConnection = ['connection', 'keep-alive', 'transfer-encoding'];
    const kept = Object.entries(response.headers).filter(([header]) => !ofConnection.includes(header));
    answer.writeHead(response.statusCode!, Object.fromEntries(kept)).flushHeaders();
    response.pipe(answer);
    // A server that is killed in the middle of its answer: the client must hear of it.
    response.once('close', () => {
      if (!response.complete) answer.destroy();
    });
    answer.once('close', () => onward.destroy());
  });
}
