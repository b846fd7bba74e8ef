/** A thread that attacks a server until its end. It reports when it begins. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { attacks } from './attacks.js';
import type { Sent } from './requests.js';
import { attackOn, type AttackedRoute } from './routes.js';

/** The server and the attack. */
export interface AttackerData {
  readonly port: number;
  /** The port of its access point. */
  readonly oeplPort: number;
  readonly attack: number;
  /** Attacked in place of `attack`. */
  readonly route?: AttackedRoute;
}

const { port: apiPort, oeplPort, attack: index, route } = workerData as AttackerData;
const attack = route ? attackOn(route, await minewToken()) : attacks[index]!;
const port = attack.onAccessPoint ? oeplPort : apiPort;
/** All requests of an attacker come from one address of this machine. */
const localAddress = `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`;
const headersOf = ({ body, headers }: Sent) => ({
  ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
  ...headers,
});
const agent = new Agent({ keepAlive: true, maxSockets: attack.connections ?? 16, localAddress });
let sent = 0;

async function send(what: Sent): Promise<void> {
  await new Promise<void>((done) => {
    const { method, path, body, leavesAfterMs } = what;
    const asked = request({ port, method, path, agent, headers: headersOf(what) }, (answer) => {
      answer.resume().once('close', done);
    });
    asked.once('error', () => {
      done();
    });
    asked.end(body);
    if (leavesAfterMs !== undefined) setTimeout(() => asked.destroy(), leavesAfterMs);
  });
}

/** The token that Minew's interface needs. */
async function minewToken(): Promise<string> {
  const body = JSON.stringify({ username: 'till', password: 'any' });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${apiPort}/apis/action/login`, { method: 'POST', headers, body });
  return ((await answer.json()) as { readonly data: { readonly token: string } }).data.token;
}

const bytesOf = (sent: Sent): string => {
  const { method, path, body = '', raw } = sent;
  const headers = Object.entries(headersOf(sent)).map(([name, value]) => `${name}: ${value}\r\n`);
  return raw ?? `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${headers.join('')}\r\n${body}`;
};

/** Sends a request several times in one piece, and never reads the answers. */
function leaveUnread(sent: Sent, requests: number): void {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  socket.write(bytesOf(sent).repeat(requests));
  socket.pause();
}

/** The same, reading the answers, again and again when the server closes the connection. */
function repeatOften(requests: number): void {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined).resume();
  socket.write(bytesOf(attack.request(sent++)).repeat(requests));
  socket.once('close', () => setTimeout(repeatOften, 10, requests));
}

for (const what of attack.before ?? []) await send(what);
parentPort!.postMessage('ready');
if (attack.unread)
  for (let i = 0; i < attack.unread.connections; i++) {
    leaveUnread(attack.request(i), attack.unread.requests);
    // So that connections are not refused because too many wait to be taken.
    if (i % 100 === 99) await delay(10);
  }
else if (attack.again) for (let i = 0; i < attack.again.connections; i++) repeatOften(attack.again.requests);
else
  await Promise.all(
    Array.from({ length: attack.connections ?? 16 }, async () => {
      for (;;) await send(attack.request(sent++));
    }),
  );
