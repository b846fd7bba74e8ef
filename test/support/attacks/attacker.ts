/** A thread that attacks a server until it is ended. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { workerData } from 'node:worker_threads';
import { attacks, type Sent } from './attacks.js';

/** Which server is attacked, and how. */
export interface AttackerData {
  readonly port: number;
  readonly attack: number;
}

const { port, attack: index } = workerData as AttackerData;
const attack = attacks[index]!;
/** All requests of an attacker come from one address; see TRUST_PROXY_HOPS. */
const address = `10.0.0.${index}`;
const headersOf = ({ body, headers }: Sent) => ({
  'X-Forwarded-For': address,
  ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
  ...headers,
});
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
let sent = 0;

async function send(what: Sent): Promise<void> {
  await new Promise<void>((done) => {
    const { method, path, body } = what;
    const asked = request({ port, method, path, agent, headers: headersOf(what) }, (answer) => {
      answer.resume().once('close', done);
    });
    asked.once('error', () => {
      done();
    });
    asked.end(body);
  });
}

/** Asks, and never reads what comes. */
function leaveUnread({ method, path }: Sent): void {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`);
  socket.pause();
}

for (const what of attack.before ?? []) await send(what);
if (attack.unread) for (let i = 0; i < 60; i++) leaveUnread(attack.request(i));
else
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (;;) await send(attack.request(sent++));
    }),
  );
